import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { lastOf } from "../../core/job/phase.ts";
import { resultChanges } from "../../core/job/view.ts";
import type { Instant } from "../../core/time.ts";
import type { PagePlace } from "../model/place.ts";
import type { Recording } from "../model/recording.ts";
import {
  brokenSpanOf,
  instantAt,
  pan,
  spanEnd,
  spanOf,
  type TimeSpan,
  zoom,
} from "../model/time-scale.ts";

type TimelineSpan = ReturnType<typeof timelineSpan>;

/** How long the view follows a running clock after the last change, in milliseconds. */
const IDLE_MS = 60_000;

type Shown = {
  readonly recording: ReadonlySignal<Recording>;
  readonly now: ReadonlySignal<Instant>;
};

/** The time range that the timeline shows, and the functions that change it. */
export function timelineSpan(data: Shown, place: ReadonlySignal<PagePlace>) {
  const chosen = signal<TimeSpan | undefined>(undefined);
  const timelines = computed(() => data.recording.value.timelines);
  const jobs = computed(() => {
    const created = timelines.value.map(({ plan }) => plan.createdAt).sort((a, b) => a - b);
    return {
      /** Times of the first and the last submission. */
      created: [...created.slice(0, 1), ...created.slice(-1)],
      ends: timelines.value.map(({ phases }) => lastOf(phases).from).sort((a, b) => a - b),
      results: timelines.value.flatMap((each) => resultChanges(each, lastOf(each.phases))),
    };
  });
  const fitted = computed(() => {
    const now = data.now.value;
    const { created, ends, results } = jobs.value;
    const { exchanges } = data.recording.value;
    const calls = [exchanges[0], exchanges.at(-1)].flatMap((call) => call?.at ?? []);
    const known = [...created, ...calls];
    const last = Math.max(...known, ends.at(-1) ?? Number.NEGATIVE_INFINITY);
    const near = [...known, known.length === 0 ? now : Math.min(now, last + IDLE_MS)];
    const all = brokenSpanOf(near, ends, results);
    const { at } = place.value;
    // While the selected instant is in this span, the axis doesn't move under the pointer.
    return at === undefined || (at >= all.from && at <= spanEnd(all))
      ? all
      : spanOf([...near, ...ends, at]);
  });
  const span = computed(() => chosen.value ?? fitted.value);
  /** Shows a time range; everything if undefined. */
  const show = (next: TimeSpan | undefined): void => {
    chosen.value = next;
  };
  return {
    ...{ span, show },
    isFitted: computed(() => chosen.value === undefined),
    zoomBy: (factor: number, share?: number) => show(zoom(span.value, factor, share)),
    panBy: (share: number) => show(pan(span.value, share)),
    /** The share of the axis at the pointer. */
    hovered: signal<number | undefined>(undefined),
    /** Start and end of the time range that the user is selecting, as shares of the axis. */
    range: signal<readonly [number, number] | undefined>(undefined),
  };
}

/** Wheel distance that zooms by a factor of e, in CSS pixels. */
const WHEEL_PER_E = 500;

/** Minimum length of a drag, in CSS pixels. A shorter movement is a click. */
const MIN_DRAG = 4;

/** A drag. `x` is the pointer's position; `from` is where a drag with Shift began on the axis. */
type Drag = { x: number; isMoving: boolean; readonly from: number | undefined };

/**
 * The plot's event handlers. Dragging pans; dragging with Shift selects a time range. The wheel
 * zooms with Ctrl, and pans with Shift or when it scrolls sideways. `axis` is as wide as the plot.
 */
export function usePlotGestures(control: TimelineSpan, axis: { readonly current: Element | null }) {
  const drag = useRef<Drag | undefined>(undefined);
  const wasDragged = useRef(false);
  const { hovered, range } = control;
  const widthOf = (): number => axis.current?.clientWidth ?? 1;
  const shareAt = ({ clientX }: MouseEvent): number => {
    const { left = 0 } = axis.current?.getBoundingClientRect() ?? {};
    return (clientX - left) / widthOf();
  };
  const onPointerLeave = (): void => {
    hovered.value = undefined;
    range.value = undefined;
  };
  // The view may be closed while the pointer is on the plot.
  useEffect(() => onPointerLeave, []);
  return {
    onWheel: (event: WheelEvent): void =>
      turnWheel(event, control, { share: shareAt(event), width: widthOf() }),
    onPointerDown: (event: PointerEvent): void => {
      wasDragged.current = false;
      const share = shareAt(event);
      if (event.button !== 0 || share < 0) return;
      drag.current = {
        x: event.clientX,
        isMoving: false,
        from: event.shiftKey ? share : undefined,
      };
    },
    onPointerMove: (event: PointerEvent): void => {
      const { current } = drag;
      const share = shareAt(event);
      if (event.pointerType === "mouse") hovered.value = share < 0 ? undefined : share;
      if (current === undefined || event.buttons !== 1) return;
      const by = event.clientX - current.x;
      if (!current.isMoving && Math.abs(by) < MIN_DRAG) return;
      wasDragged.current = true;
      current.isMoving = true;
      if (current.from !== undefined) {
        range.value = [Math.min(current.from, share), Math.max(current.from, share)];
        return;
      }
      current.x = event.clientX;
      control.panBy(-by / widthOf());
    },
    onPointerUp: (): void => {
      if (range.value !== undefined) {
        const [from, to] = range.value;
        const { value: span } = control.span;
        control.show({ from: instantAt(span, from), to: instantAt(span, to) });
      }
      range.value = undefined;
      drag.current = undefined;
    },
    onPointerLeave,
    onClickCapture: (event: MouseEvent): void => {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
}

function turnWheel(
  event: WheelEvent,
  { zoomBy, panBy }: TimelineSpan,
  { share, width }: { readonly share: number; readonly width: number },
): void {
  const sideways = event.shiftKey ? event.deltaY : event.deltaX;
  if (!event.ctrlKey && !event.metaKey && Math.abs(sideways) < 1) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) zoomBy(Math.exp(event.deltaY / WHEEL_PER_E), share);
  else panBy(sideways / width);
}
