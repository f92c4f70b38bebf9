import type { JSX } from "preact";
import { useCallback, useEffect, useMemo } from "preact/hooks";
import type { ExchangeSummary } from "../../control/reports.ts";
import { formatDuration } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import { type CallPace, filtered, pacesOf } from "../model/filtered.ts";
import { bytesText, clockRate, timeText, wallText } from "../model/instants.ts";
import { heaviestOf, outcomeOf } from "../model/marks.ts";
import { positionOf, spanOf, type TimeSpan } from "../model/time-scale.ts";
import { useApp } from "./app-state.ts";
import { Empty } from "./empty.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { NothingMatches } from "./filters.tsx";
import { useLoaded } from "./hooks.ts";
import { shortId } from "./lane-list.tsx";
import { Sign } from "./signs.tsx";
import { VirtualList } from "./virtual-list.tsx";

const ROW_HEIGHT = 30;

/** Minimum length of a string to search bodies for: shorter strings occur in nearly every body. */
const MIN_BODY_TEXT = 3;

export function ExchangesView() {
  const { data, place, findings, goTo } = useApp();
  const { exchanges, sandbox } = data.recording.value;
  const { ofExchange: findingsOf } = findings.value;
  const { job, filters } = place.value;
  const inBodies = useBodySearch();
  const shown = useMemo(
    () => filtered(exchanges, { filters, job, inBodies }, findingsOf),
    [exchanges, filters, job, inBodies, findingsOf],
  );
  useListed(shown);
  const paces = useMemo(() => pacesOf(exchanges), [exchanges]);
  const span = useMemo(
    () => spanOf(shown.flatMap(({ at, retryAfterMs = 0 }) => [at, at + retryAfterMs])),
    [shown],
  );
  const rate = clockRate(sandbox.clock);
  const select = (index: number): void => goTo({ exchange: shown[index]?.id ?? 0 });
  const rowOf = useCallback(
    (index: number) => {
      const exchange = shown[index];
      if (exchange === undefined) return null;
      const pace = paces.get(exchange.id);
      const facts = { pace, findings: findingsOf(exchange.id), span, rate };
      return <ExchangeRow exchange={exchange} {...facts} />;
    },
    [shown, findingsOf, rate],
  );
  if (exchanges.length === 0) return <Empty />;
  const selected = shown.findIndex(({ id }) => id === place.value.exchange);
  return (
    <section class="exchanges" aria-label="Exchanges">
      <FilterBar shown={shown} />
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

/** Lists the table's calls in the app's state, so that the detail view can link to neighbors. */
function useListed(shown: readonly ExchangeSummary[]): void {
  const { listed } = useApp();
  useEffect(() => {
    listed.value = shown;
    return () => {
      listed.value = undefined;
    };
  }, [shown]);
}

function Head() {
  const job = useApp().words.value.title;
  const columns = [
    ...["#", "Time", "Gap", "Operation", "Path", job, "Status", "Signs", "Retry-After", "Size"],
    ...["Took", "Waterfall"],
  ];
  return (
    <div class="table-head ex-row" aria-hidden="true">
      {columns.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

/** IDs of the exchanges whose bodies contain the search text; undefined before the search ends. */
function useBodySearch(): ReadonlySet<number> | undefined {
  const { data, place } = useApp();
  const text = place.value.filters.q?.trim() ?? "";
  const count = data.recording.value.exchanges.length;
  const isLooking = text.length >= MIN_BODY_TEXT;
  return useLoaded([isLooking && count, isLooking && text], async () =>
    isLooking ? data.findInBodies(text) : undefined,
  ).value;
}

type ExchangeRowProps = {
  readonly exchange: ExchangeSummary;
  readonly findings: readonly Finding[];
  readonly pace: CallPace | undefined;
  /** The range of virtual time that the waterfall shows. */
  readonly span: TimeSpan;
  /** The speed of the sandbox's clock relative to the wall clock. */
  readonly rate: number;
};

function ExchangeRow(props: ExchangeRowProps) {
  const { exchange, findings, pace } = props;
  const { id, at, wallAt, method, url, operationId, jobId = "", status, fault } = exchange;
  return (
    <div class="ex-row" role="none">
      <Cell class="num dim">{id}</Cell>
      <Cell class="num" title={`Wall clock: ${wallText(wallAt)}`}>
        {timeText(at)}
      </Cell>
      <GapCell pace={pace} rate={props.rate} />
      <Cell>{operationId ?? <i>no operation</i>}</Cell>
      <Cell class="ex-path" title={url}>
        <b>{method}</b> {url}
      </Cell>
      <Cell title={jobId}>{jobId === "" ? "" : <code>{shortId(jobId)}</code>}</Cell>
      <Cell class="num">
        <Sign kind={outcomeOf(exchange)} />
        {status === 0 ? "none" : status}
      </Cell>
      <Cell title={fault ?? ""}>
        {fault !== undefined && <Sign kind="fault" />}
        {findings.length > 0 && <Sign kind="finding" weight={heaviestOf(findings)} />}
        <span class="ex-fault">{fault}</span>
      </Cell>
      <Cell class="num">
        {exchange.retryAfterMs === undefined ? "" : formatDuration(exchange.retryAfterMs)}
      </Cell>
      <Cell class="num dim">{bytesText(exchange.responseBytes)}</Cell>
      <Cell class="num dim">{formatDuration(exchange.durationMs)}</Cell>
      <WaterfallCell {...props} />
    </div>
  );
}

/** The time since the previous call for the same job, on the sandbox's clock and the wall clock. */
function GapCell({ pace, rate }: Pick<ExchangeRowProps, "pace" | "rate">) {
  const { words } = useApp();
  if (pace === undefined) return <Cell />;
  const { gapMs, wallGapMs, isEarly } = pace;
  const wall = wallGapMs === undefined ? "" : `${formatDuration(wallGapMs)} wall`;
  const early = isEarly ? "\nSooner than the previous response's Retry-After allows" : "";
  return (
    <Cell
      class={`num ${isEarly ? "ex-early" : ""}`}
      title={`${formatDuration(gapMs)} after the previous call for the same ${words.value.noun}${wall && ` (${wall}-clock time)`}${early}`}
    >
      {isEarly ? "! " : ""}
      {formatDuration(gapMs)}
      {rate === 1 || wall === "" ? null : <span class="dim">&nbsp;· {wall}</span>}
    </Cell>
  );
}

/** A bar at the call's time, scaled to the shown calls. A hatched bar is the requested wait. */
function WaterfallCell({ exchange, pace, span, rate }: ExchangeRowProps) {
  const { at, durationMs, retryAfterMs = 0 } = exchange;
  const left = `${positionOf(span, at) * 100}%`;
  const percentOf = (ms: number): string => `${(ms / (span.to - span.from)) * 100}%`;
  return (
    <Cell class="waterfall">
      {retryAfterMs > 0 && <i class="wait" style={{ left, width: percentOf(retryAfterMs) }} />}
      <i
        class={`took took-${outcomeOf(exchange)} ${pace?.isEarly === true ? "took-early" : ""}`}
        style={{ left, width: percentOf(durationMs * rate) }}
      />
    </Cell>
  );
}

function Cell(props: JSX.IntrinsicElements["span"]) {
  return <span {...props} role="gridcell" />;
}
