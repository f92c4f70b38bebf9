import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { instantAt } from "../model/time-scale.ts";
import type { TimelineSpan } from "./timeline-span.ts";

/** Wheel distance that zooms by a factor of e, in CSS pixels. */
const WHEEL_PER_E = 500;

/** A drag shorter than this is a click, in CSS pixels. */
const MIN_DRAG = 4;

type Gestures = {
  readonly onWheel: (event: WheelEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  readonly onClickCapture: (event: MouseEvent) => void;
};

/** What gestures on the lanes show while they last. */
type Feedback = {
  /** The share of the axis at the pointer. */
  readonly hovered: Signal<number | undefined>;
  /** The shares between which the reader selects the time to show. */
  readonly range: Signal<readonly [number, number] | undefined>;
};

/** A drag: where the pointer was, and with Shift, the share of the axis where it began. */
type Drag = { x: number; isMoving: boolean; readonly from: number | undefined };

/**
 * Dragging pans, and with Shift selects the time to show; a wheel zooms with Ctrl, and pans with
 * Shift or sideways. The axis is as wide as the plot, and above it.
 */
export function usePlotGestures(
  control: TimelineSpan,
  axis: { readonly current: Element | null },
  feedback: Feedback,
): Gestures {
  const drag = useRef<Drag | undefined>(undefined);
  const wasDragged = useRef(false);
  const { hovered, range } = feedback;
  const widthOf = (): number => axis.current?.clientWidth ?? 1;
  const shareAt = ({ clientX }: MouseEvent): number => {
    const { left = 0 } = axis.current?.getBoundingClientRect() ?? {};
    return (clientX - left) / widthOf();
  };
  return {
    onWheel: (event) => turnWheel(event, control, { share: shareAt(event), width: widthOf() }),
    onPointerDown: (event) => {
      wasDragged.current = false;
      const share = shareAt(event);
      if (event.button !== 0 || share < 0) return;
      drag.current = {
        x: event.clientX,
        isMoving: false,
        from: event.shiftKey ? share : undefined,
      };
    },
    onPointerMove: (event) => {
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
    onPointerUp: () => {
      if (range.value !== undefined) showRange(control, range.value);
      range.value = undefined;
      drag.current = undefined;
    },
    onPointerLeave: () => {
      hovered.value = undefined;
      range.value = undefined;
    },
    onClickCapture: (event) => {
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

function showRange({ span, show }: TimelineSpan, [from, to]: readonly [number, number]): void {
  show({ from: instantAt(span.value, from), to: instantAt(span.value, to) });
}
