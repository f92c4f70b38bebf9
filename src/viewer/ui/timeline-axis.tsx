import type { Instant } from "../../core/time.ts";
import { dateText, instantText, timeText } from "../model/instants.ts";
import {
  FARTHEST_SHARE,
  instantAt,
  isFlagOnLeft,
  positionOf,
  spanEnd,
  ticksOf,
} from "../model/time-scale.ts";
import { useApp } from "./app-state.ts";

/** Minimum distance between two labels, in CSS pixels. */
const LABEL_DISTANCE = 96;

/** Minimum distance from the flag to a label's center, in CSS pixels; closer labels are hidden. */
const LABEL_ROOM = LABEL_DISTANCE / 3;

/** Widths of the flag at the selected instant, in CSS pixels. */
const NOW_WIDTH = 34;
const INSTANT_WIDTH = 115;

/** Share of the span by which an arrow key moves the selected instant; `BIG_STEP` with Shift. */
const STEP = 0.01;
const BIG_STEP = 0.1;

/** The axis of virtual time; dragging or arrow keys move the selected instant. */
export function TimelineAxis({ width }: { readonly width: number }) {
  const { data, goTo, axis, instant, nowText } = useApp();
  const span = axis.span.value;
  const at = instant.value;
  const isNow = at === data.now.value;
  const share = positionOf(span, at);
  const flagWidth = isNow ? NOW_WIDTH : INSTANT_WIDTH;
  const flagX = share * width - (isFlagOnLeft(share) ? flagWidth : 0);
  const ticks = [
    ...ticksOf(span, Math.max(2, Math.floor(width / LABEL_DISTANCE))),
    ...(span.until === undefined ? [] : [farthestTick(span.to, span.until)]),
  ];
  const scrubTo = (event: PointerEvent): void => {
    const { left } = (event.currentTarget as Element).getBoundingClientRect();
    const pointed = Math.max(0, Math.min(1, (event.clientX - left) / width));
    goTo({ at: instantAt(span, pointed) });
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
    goTo({ at: target === undefined ? undefined : Math.round(target) });
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
      aria-valuetext={`${instantText(at)}${isNow ? `, ${nowText}` : ""}`}
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
          const isUnderFlag = x > flagX - LABEL_ROOM && x < flagX + flagWidth + LABEL_ROOM;
          const label = isUnderFlag ? "" : labelOf(tick, ticks[index - 1]);
          return <AxisTick key={tick} {...{ x, width, label }} />;
        })}
      </svg>
    </div>
  );
}

/** The instant, rounded to a whole second, that is labeled after a break in the axis. */
function farthestTick(to: Instant, until: Instant): Instant {
  return Math.round((to + (until - to) * FARTHEST_SHARE) / 1000) * 1000;
}

type TickProps = { readonly x: number; readonly width: number; readonly label: string };

function AxisTick({ x, width, label }: TickProps) {
  const isDate = label.includes("-");
  // A label at the edge stays within the axis.
  const half = isDate ? LABEL_ROOM : LABEL_DISTANCE / 4;
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

/** A tick's label: the date at midnight, and the time of day at any other tick. */
function labelOf(tick: Instant, before: Instant | undefined): string {
  const isSameDay = before !== undefined && dateText(before) === dateText(tick);
  return timeText(tick) === "00:00:00" && !isSameDay ? dateText(tick) : timeText(tick);
}
