import type { Instant } from "../../core/time.ts";
import { dateText, instantText, timeText } from "../model/instants.ts";
import {
  FARTHEST_SHARE,
  instantAt,
  isFlagOnLeft,
  positionOf,
  spanEnd,
  type TimeSpan,
  ticksOf,
} from "../model/time-scale.ts";

/** Distance between two labels, in CSS pixels. */
const LABEL_DISTANCE = 96;

/** Widths of the flag at the instant that the reader looks at, in CSS pixels. */
const NOW_WIDTH = 34;
const INSTANT_WIDTH = 115;

/** Arrow keys move by this share of the span, and by more with Shift. */
const STEP = 0.01;
const BIG_STEP = 0.1;

export type TimelineAxisProps = {
  readonly span: TimeSpan;
  readonly width: number;
  /** The instant that the reader looks at. */
  readonly at: Instant;
  readonly now: Instant;
  /** The name of `now`. */
  readonly nowText: string;
  /** Undefined: back to now. */
  readonly onScrub: (at: Instant | undefined) => void;
};

/** Virtual time; dragging or arrow keys move the instant that the reader looks at. */
export function TimelineAxis(props: TimelineAxisProps) {
  const { span, width, at, now, nowText, onScrub } = props;
  const flag = flagAt(positionOf(span, at), width, at === now ? NOW_WIDTH : INSTANT_WIDTH);
  const ticks = [
    ...ticksOf(span, Math.max(2, Math.floor(width / LABEL_DISTANCE))),
    ...(span.until === undefined ? [] : [farthestTick(span.to, span.until)]),
  ];
  const scrubTo = (event: PointerEvent): void => {
    const { left } = (event.currentTarget as Element).getBoundingClientRect();
    onScrub(instantAt(span, Math.max(0, Math.min(1, (event.clientX - left) / width))));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = (spanEnd(span) - span.from) * (event.shiftKey ? BIG_STEP : STEP);
    const targets: Readonly<Record<string, Instant | undefined>> = {
      ArrowLeft: at - step,
      ArrowRight: at + step,
      Home: span.from,
      End: spanEnd(span),
      Escape: undefined,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    const target = targets[event.key];
    onScrub(target === undefined ? undefined : Math.round(target));
  };
  return (
    <div
      class="axis"
      role="slider"
      tabIndex={0}
      aria-label="Instant"
      aria-valuemin={Math.round(span.from)}
      aria-valuemax={Math.round(spanEnd(span))}
      aria-valuenow={at}
      aria-valuetext={`${instantText(at)}${at === now ? `, ${nowText}` : ""}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        scrubTo(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && scrubTo(event)}
      onKeyDown={onKeyDown}
    >
      <svg width={width} height={28} aria-hidden="true">
        {ticks.map((tick, index) => {
          const x = positionOf(span, tick) * width;
          const label = isUnderFlag(x, flag) ? NO_LABEL : labelOf(ticks, index);
          return <AxisTick key={tick} {...{ x, width }} {...label} />;
        })}
      </svg>
    </div>
  );
}

/** The instant behind a break of the axis that gets a label, in whole seconds. */
function farthestTick(to: Instant, until: Instant): Instant {
  return Math.round((to + (until - to) * FARTHEST_SHARE) / 1000) * 1000;
}

/** The flag at a share of the axis is on the side where it has room. */
function flagAt(share: number, width: number, length: number): Flag {
  const x = share * width;
  return isFlagOnLeft(share) ? { from: x - length, to: x } : { from: x, to: x + length };
}

type Flag = { readonly from: number; readonly to: number };

/** Whether the flag would cut a label at this place. */
function isUnderFlag(x: number, { from, to }: Flag): boolean {
  return x > from - LABEL_DISTANCE / 3 && x < to + LABEL_DISTANCE / 3;
}

const NO_LABEL: Label = { label: "", isDate: false };

type Label = { readonly label: string; readonly isDate: boolean };

type TickProps = Label & { readonly x: number; readonly width: number };

function AxisTick({ x, width, label, isDate }: TickProps) {
  // A label at the edge stays within the axis.
  const half = isDate ? LABEL_DISTANCE / 3 : LABEL_DISTANCE / 4;
  const offset = Math.max(half - x, Math.min(0, width - half - x));
  return (
    <g transform={`translate(${Math.round(x)} 0)`}>
      <line y1={20} y2={28} />
      <text x={offset} y={14} text-anchor="middle" class={isDate ? "axis-date" : ""}>
        {label}
      </text>
    </g>
  );
}

/** The date at the first tick of a day, and the time of day at the others. */
function labelOf(ticks: readonly Instant[], index: number): Label {
  const tick = ticks[index] ?? 0;
  const before = ticks[index - 1];
  const isDate =
    timeText(tick) === "00:00:00" && (before === undefined || dateText(before) !== dateText(tick));
  return { label: isDate ? dateText(tick) : timeText(tick), isDate };
}
