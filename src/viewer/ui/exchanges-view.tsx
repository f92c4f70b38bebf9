import type { JSX } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import type { ExchangeSummary } from "../../control/reports.ts";
import type { Finding } from "../../findings/finding.ts";
import { filtered } from "../model/exchange-filter.ts";
import type { FindingsOf } from "../model/marks.ts";
import { pacesOf } from "../model/pace.ts";
import { spanOf } from "../model/time-scale.ts";
import { clockRate } from "../model/wall-time.ts";
import { goTo, useApp } from "./app-state.ts";
import { Empty } from "./empty.tsx";
import { EXCHANGE_COLUMNS, ExchangeRow } from "./exchange-row.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { NothingMatches } from "./nothing-matches.tsx";
import { useLoaded } from "./use-loaded.ts";
import { VirtualList } from "./virtual-list.tsx";

const ROW_HEIGHT = 30;

/** Texts shorter than this are in nearly every body. */
const MIN_BODY_TEXT = 3;

/** All exchanges in a table, with filters. */
export function ExchangesView(): JSX.Element {
  const { data, place, findings } = useApp();
  const exchanges = data.recording.value?.exchanges ?? NO_EXCHANGES;
  const { byExchange } = findings.value;
  const { job: jobId, filters } = place.value;
  const inBodies = useBodySearch();
  const findingsOf: FindingsOf = (id) => byExchange.get(id) ?? NONE;
  const shown = useMemo(
    () => filtered(exchanges, { filters, jobId, inBodies }, findingsOf),
    [exchanges, filters, jobId, inBodies, byExchange],
  );
  const paces = useMemo(() => pacesOf(exchanges), [exchanges]);
  const span = useMemo(
    () => spanOf(shown.flatMap(({ at, retryAfterMs = 0 }) => [at, at + retryAfterMs])),
    [shown],
  );
  const rate = clockRate(data.recording.value?.sandbox.clock ?? "");
  const select = (index: number): void => goTo(place, { exchange: shown[index]?.id ?? 0 });
  const rowOf = useCallback(
    (index: number) => {
      const exchange = shown[index];
      return exchange === undefined ? null : (
        <ExchangeRow
          exchange={exchange}
          findings={findingsOf(exchange.id)}
          pace={paces.get(exchange.id)}
          span={span}
          rate={rate}
        />
      );
    },
    [shown, byExchange, rate],
  );
  if (exchanges.length === 0) return <Empty />;
  const selected = shown.findIndex(({ id }) => id === place.value.exchange);
  return (
    <section class="exchanges" aria-label="Exchanges">
      <FilterBar shown={shown} all={exchanges.length} />
      {shown.length === 0 ? (
        <NothingMatches what="exchange" />
      ) : (
        <>
          <Head />
          <VirtualList
            role="grid"
            label="Exchanges"
            className="table"
            count={shown.length}
            rowHeight={ROW_HEIGHT}
            selected={selected}
            followsEnd
            onSelect={select}
            renderRow={rowOf}
          />
        </>
      )}
    </section>
  );
}

function Head(): JSX.Element {
  return (
    <div class="table-head ex-row" aria-hidden="true">
      {EXCHANGE_COLUMNS.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

const NO_EXCHANGES: readonly ExchangeSummary[] = [];
const NONE: readonly Finding[] = [];

/** The exchanges whose bodies contain the searched text; undefined while they are unknown. */
function useBodySearch(): ReadonlySet<number> | undefined {
  const { data, place } = useApp();
  const text = place.value.filters.q?.trim() ?? "";
  const count = data.recording.value?.exchanges.length ?? 0;
  const isLooking = text.length >= MIN_BODY_TEXT;
  const { value } = useLoaded(isLooking ? `${count} ${text}` : "", async () =>
    isLooking ? data.findInBodies(text) : undefined,
  );
  return value;
}
