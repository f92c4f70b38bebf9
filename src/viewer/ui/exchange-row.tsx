import type { ComponentChildren, JSX } from "preact";
import type { ExchangeSummary } from "../../control/reports.ts";
import { formatDuration } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import { bytesText, timeText, wallText } from "../model/instant-text.ts";
import { outcomeOf } from "../model/outcome.ts";
import type { CallPace } from "../model/pace.ts";
import { positionOf, type TimeSpan } from "../model/time-scale.ts";
import { heaviestOf } from "../model/weight.ts";
import { shortId } from "./lane-label.tsx";
import { Sign } from "./mark-shape.tsx";

export const EXCHANGE_COLUMNS = [
  "#",
  "Time",
  "Gap",
  "Operation",
  "Path",
  "Job",
  "Status",
  "Signs",
  "Retry-After",
  "Size",
  "Took",
  "Waterfall",
];

export type ExchangeRowProps = {
  readonly exchange: ExchangeSummary;
  readonly findings: readonly Finding[];
  readonly pace: CallPace | undefined;
  /** The time that the waterfall shows. */
  readonly span: TimeSpan;
  /** The speed of the sandbox's clock relative to the wall clock. */
  readonly rate: number;
};

/** A line of the table of exchanges. */
export function ExchangeRow(props: ExchangeRowProps): JSX.Element {
  const { exchange, findings, pace } = props;
  const { id, at, wallAt, method, url, operationId, jobId = "", status, fault } = exchange;
  return (
    <div class="ex-row" role="none">
      <Cell className="num dim">{id}</Cell>
      <Cell className="num" title={`Wall clock: ${wallText(wallAt)}`}>
        {timeText(at)}
      </Cell>
      <GapCell pace={pace} rate={props.rate} />
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
        {findings.length === 0 ? null : <Sign kind="finding" weight={heaviestOf(findings)} />}
        <span class="ex-fault">{fault}</span>
      </Cell>
      <Cell className="num">
        {exchange.retryAfterMs === undefined ? "" : formatDuration(exchange.retryAfterMs)}
      </Cell>
      <Cell className="num dim">{bytesText(exchange.responseBytes)}</Cell>
      <Cell className="num dim">{formatDuration(exchange.durationMs)}</Cell>
      <WaterfallCell {...props} />
    </div>
  );
}

/** The time since the previous call about the same job: on the sandbox's clock, then on the wall clock. */
function GapCell({
  pace,
  rate,
}: {
  readonly pace: CallPace | undefined;
  readonly rate: number;
}): JSX.Element {
  if (pace === undefined) return <Cell />;
  const { gapMs, wallGapMs, isEarly } = pace;
  const wall = wallGapMs === undefined ? "" : `${formatDuration(wallGapMs)} wall`;
  const early = isEarly ? "\nSooner than the previous Retry-After allows" : "";
  return (
    <Cell
      className={`num ${isEarly ? "ex-early" : ""}`}
      title={`${formatDuration(gapMs)} after the previous call about the same job${wall && `, ${wall}`}${early}`}
    >
      {isEarly ? "! " : ""}
      {formatDuration(gapMs)}
      {rate === 1 || wall === "" ? null : <span class="dim"> · {wall}</span>}
    </Cell>
  );
}

/** When the call was made, among those shown; the hatched part is the time to wait after it. */
function WaterfallCell({ exchange, pace, span, rate }: ExchangeRowProps): JSX.Element {
  const { at, durationMs, retryAfterMs = 0 } = exchange;
  const left = `${positionOf(span, at) * 100}%`;
  const percentOf = (ms: number): string => `${(ms / (span.to - span.from)) * 100}%`;
  return (
    <Cell className="waterfall">
      {retryAfterMs === 0 ? null : (
        <i class="wait" style={{ left, width: percentOf(retryAfterMs) }} />
      )}
      <i
        class={`took took-${outcomeOf(exchange)} ${pace?.isEarly === true ? "took-early" : ""}`}
        style={{ left, width: percentOf(durationMs * rate) }}
      />
    </Cell>
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
