import { useMemo } from "preact/hooks";
import type { JobTimeline } from "../../control/job-reports.ts";
import type { JobState } from "../../core/job/state.ts";
import { formatDuration, type Instant } from "../../core/time.ts";
import { timeText, wallText } from "../model/instants.ts";
import { heaviestOf, type Mark, marksOf, webhookTexts, weightOf } from "../model/marks.ts";
import {
  eventsOf,
  type LaneEvent,
  progressLine,
  type Segment,
  segmentsOf,
} from "../model/segments.ts";
import { positionOf } from "../model/time-scale.ts";
import { useApp } from "./app-state.ts";
import { SignShape } from "./signs.tsx";

/** Height of a lane in CSS pixels. */
export const LANE_HEIGHT = 54;

const BAR_Y = 5;
const BAR_HEIGHT = 20;
const MARK_Y = 43;
/** Vertical position of webhook deliveries, between the bar and the calls. */
const WEBHOOK_Y = 32;

/** Approximate width of a letter in a bar, in CSS pixels. */
const LETTER_WIDTH = 6;

type LanePlotProps = {
  /** Undefined for the lane of calls that are not about a job. */
  readonly timeline: JobTimeline | undefined;
  readonly width: number;
};

/** A job's states as a bar, with the calls about it below. */
export function LanePlot({ timeline, width }: LanePlotProps) {
  const { data, findings, axis, callsByJob } = useApp();
  const calls = callsByJob.value.get(timeline?.jobId ?? "");
  const span = axis.span.value;
  const now = data.now.value;
  const { ofExchange: findingsOf } = findings.value;
  const segments = timeline === undefined ? [] : segmentsOf(timeline, span, now);
  const events = timeline === undefined ? [] : eventsOf(timeline, now);
  const webhooks = timeline ? webhookTexts(data.recording.value, timeline.jobId) : [];
  // Memoized: the clock moves more often than calls arrive, and a job may have thousands of calls.
  const marks = useMemo(
    () =>
      marksOf(calls ?? [], { span, width }, findingsOf).map((mark, index) => (
        <MarkGroup key={index} mark={mark} />
      )),
    [calls, span, width, findingsOf],
  );
  return (
    <svg class="lane-plot" width={width} height={LANE_HEIGHT} aria-hidden="true">
      {segments.map((segment, index) => (
        <SegmentBar key={index} {...{ segment, width }} />
      ))}
      {events.map((event) => (
        <EventSign key={event.kind + event.at} {...{ event, width }} />
      ))}
      <line class="lane-line" x1={0} x2={width} y1={MARK_Y} y2={MARK_Y} />
      {webhooks.map(({ at, text, outcome }, index) => (
        <g
          key={index}
          class="webhook"
          transform={`translate(${positionOf(span, at) * width} ${WEBHOOK_Y})`}
        >
          <title>{text}</title>
          <SignShape kind={outcome} />
        </g>
      ))}
      {marks}
    </svg>
  );
}

function SegmentBar({ segment, width }: { readonly segment: Segment; readonly width: number }) {
  const { words, axis } = useApp();
  const span = axis.span.value;
  const { phase, from, to, isOpen, isFuture, isRest } = segment;
  const state = words.value.stateOf(phase.state);
  const lasts = isOpen ? "" : ` ${formatDuration(to - from)}`;
  const xOf = (at: Instant): number =>
    Math.max(-20, Math.min(width + 20, positionOf(span, at) * width));
  const [x, end] = [xOf(from), xOf(to)];
  const barWidth = Math.max(1.5, end - x);
  const visible = Math.min(end, width) - Math.max(x, 0);
  const texts = isRest ? [] : [state + lasts, state];
  const label = texts.find((text) => text.length * LETTER_WIDTH + 12 < visible) ?? "";
  const line = progressLine(segment, span);
  const yOf = (share: number): number => BAR_Y + BAR_HEIGHT * (1 - share);
  const area = line.map(({ at, share }) => `${xOf(at)} ${yOf(share)}`).join("L");
  return (
    <g class={`seg seg-${phase.state} ${isFuture ? "ghost" : ""}`}>
      <title>{`${state}${lasts} from ${timeText(from)}`}</title>
      <rect x={x} y={BAR_Y} width={barWidth} height={BAR_HEIGHT} rx={isRest ? 0 : 3} />
      {PATTERNED.has(phase.state) && (
        <rect class="seg-pattern" x={x} y={BAR_Y} width={barWidth} height={BAR_HEIGHT} />
      )}
      {line.length > 0 && (
        <path class="seg-progress" d={`M${x} ${yOf(0)}L${area}L${end} ${yOf(0)}z`} />
      )}
      {label !== "" && (
        <text x={Math.max(x, 0) + 6} y={BAR_Y + 14}>
          {label}
        </text>
      )}
    </g>
  );
}

/** Active states whose bars have a pattern in addition to their color. */
const PATTERNED: ReadonlySet<JobState> = new Set(["starting", "finalizing", "cancelling"]);

/** An icon for a job's end (with the state's name if it fits), or for a change of its results. */
function EventSign({ event, width }: { readonly event: LaneEvent; readonly width: number }) {
  const { words, axis } = useApp();
  const { at, kind, isFuture } = event;
  const x = positionOf(axis.span.value, at) * width;
  if (x < -EVENT_RADIUS || x > width + EVENT_RADIUS) return null;
  const isOfResults = kind === "ready" || kind === "expiry";
  const state = isOfResults ? "" : words.value.stateOf(kind);
  const hasRoom = x + EVENT_RADIUS + state.length * LETTER_WIDTH < width;
  const title = `${isOfResults ? EVENT_TITLES[kind] : state} at ${timeText(at)}`;
  return (
    <g
      class={`event ${isFuture ? "ghost" : ""}`}
      transform={`translate(${x} ${BAR_Y + BAR_HEIGHT / 2})`}
    >
      <title>{title}</title>
      <SignShape kind={kind} />
      {hasRoom && state !== "" && (
        <text x={EVENT_RADIUS + 3} y={4}>
          {state}
        </text>
      )}
    </g>
  );
}

const EVENT_RADIUS = 7;

const EVENT_TITLES = { ready: "Results are ready", expiry: "Results expire" };

function MarkGroup({ mark }: { readonly mark: Mark }) {
  const { goTo } = useApp();
  const { x, calls, outcome, isFaulted, findings, lead } = mark;
  const weight = heaviestOf(findings);
  return (
    <g
      class="mark-group"
      transform={`translate(${Math.round(x * 10) / 10} ${MARK_Y})`}
      onClick={(event) => {
        event.stopPropagation();
        goTo({ exchange: lead?.id ?? 0 });
      }}
    >
      <title>{markTitle(mark)}</title>
      <circle class="mark-target" r={9} />
      {calls.length > 1 && <SignShape kind="many" />}
      <SignShape kind={outcome} />
      {isFaulted && (
        <g transform="translate(9 -6)">
          <SignShape kind="fault" />
        </g>
      )}
      {weight !== undefined && (
        <g transform="translate(0 -12)">
          <SignShape kind="finding" weight={weight} />
        </g>
      )}
    </g>
  );
}

function markTitle({ calls, findings }: Mark): string {
  const lines = calls.slice(0, 5).map((call) => {
    const fault = call.fault === undefined ? "" : `, fault ${call.fault}`;
    const status = call.status === 0 ? "no response" : call.status;
    return `#${call.id} ${call.operationId ?? call.method} → ${status}${fault}\n    simulated time ${timeText(call.at)}, wall clock ${wallText(call.wallAt)}`;
  });
  const more = calls.length > 5 ? [`… and ${calls.length - 5} more`] : [];
  const found = findings.map((finding) => `${weightOf(finding)}: ${finding.id}`);
  return [...lines, ...more, ...found].join("\n");
}
