import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useCallback } from "preact/hooks";
import type { ExchangeSummary } from "../../control/reports.ts";
import { formatDuration } from "../../core/time.ts";
import { type ExchangeFilter, filtered, NO_FILTER } from "../model/exchange-filter.ts";
import { bytesText, timeText, wallText } from "../model/instant-text.ts";
import { outcomeOf } from "../model/outcome.ts";
import { goTo, useApp } from "./app-state.ts";
import { Empty } from "./empty.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { shortId } from "./lane-label.tsx";
import { Sign } from "./mark-shape.tsx";
import { VirtualList } from "./virtual-list.tsx";

const ROW_HEIGHT = 30;

const COLUMNS = ["#", "Time", "Operation", "Path", "Job", "Status", "Signs", "Size", "Took"];

/** All exchanges in a table, with filters. */
export function ExchangesView(): JSX.Element {
  const { data, place, findings } = useApp();
  const filter = useSignal<ExchangeFilter>(NO_FILTER);
  const findingsOf = (id: number): number => findings.value.byExchange.get(id)?.length ?? 0;
  const shown = useComputed(() => {
    const exchanges = data.recording.value?.exchanges ?? [];
    const jobId = place.value.job;
    return filtered(exchanges, { ...filter.value, jobId }, findingsOf);
  });
  const rowOf = useCallback(
    (index: number) => {
      const exchange = shown.value[index];
      return exchange === undefined ? null : (
        <ExchangeRow exchange={exchange} findings={findingsOf(exchange.id)} />
      );
    },
    [shown.value, findings.value],
  );
  const all = data.recording.value?.exchanges.length ?? 0;
  if (all === 0) return <Empty />;
  const selected = shown.value.findIndex(({ id }) => id === place.value.exchange);
  return (
    <section class="exchanges" aria-label="Exchanges">
      <FilterBar filter={filter} shown={shown.value.length} all={all} />
      <div class="table-head ex-row" aria-hidden="true">
        {COLUMNS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <VirtualList
        role="grid"
        label="Exchanges"
        className="table"
        count={shown.value.length}
        rowHeight={ROW_HEIGHT}
        selected={selected}
        followsEnd
        onSelect={(index) => goTo(place, { exchange: shown.value[index]?.id ?? 0 })}
        renderRow={rowOf}
      />
    </section>
  );
}

function ExchangeRow({
  exchange,
  findings,
}: {
  readonly exchange: ExchangeSummary;
  readonly findings: number;
}): JSX.Element {
  const { id, at, wallAt, method, url, operationId, jobId = "", status, fault } = exchange;
  return (
    <div class="ex-row" role="none">
      <Cell className="num dim">{id}</Cell>
      <Cell className="num" title={`Wall clock: ${wallText(wallAt)}`}>
        {timeText(at)}
      </Cell>
      <Cell>{operationId ?? <i>no operation</i>}</Cell>
      <Cell className="ex-path" title={url}>
        <b>{method}</b> {url}
      </Cell>
      <Cell title={jobId}>{jobId === "" ? "" : <code>{shortId(jobId)}</code>}</Cell>
      <Cell className="num">
        <Sign kind={outcomeOf(exchange)} />
        {status === 0 ? "none" : status}
      </Cell>
      <Cell title={fault ?? ""}>
        {fault === undefined ? null : <Sign kind="fault" />}
        {findings === 0 ? null : <Sign kind="finding" />}
        <span class="ex-fault">{fault}</span>
      </Cell>
      <Cell className="num dim">{bytesText(exchange.responseBytes)}</Cell>
      <Cell className="num dim">{formatDuration(exchange.durationMs)}</Cell>
    </div>
  );
}

function Cell({
  className = "",
  title,
  children,
}: {
  readonly className?: string;
  readonly title?: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <span role="gridcell" class={className} title={title}>
      {children}
    </span>
  );
}
