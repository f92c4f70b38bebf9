import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
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

/**
 * Dragging pans; a wheel zooms with Ctrl, and pans with Shift or sideways. The axis is as wide as
 * the plot, and above it.
 */
export function usePlotGestures(
  { zoomBy, panBy }: TimelineSpan,
  axis: { readonly current: Element | null },
  hovered: Signal<number | undefined>,
): Gestures {
  const drag = useRef<{ x: number; isMoving: boolean } | undefined>(undefined);
  const wasDragged = useRef(false);
  const widthOf = (): number => axis.current?.clientWidth ?? 1;
  const positionOf = ({ clientX }: MouseEvent): number => {
    const { left = 0 } = axis.current?.getBoundingClientRect() ?? {};
    return (clientX - left) / widthOf();
  };
  return {
    onWheel: (event) => {
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (!event.ctrlKey && !event.metaKey && Math.abs(sideways) < 1) return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey)
        zoomBy(Math.exp(event.deltaY / WHEEL_PER_E), positionOf(event));
      else panBy(sideways / widthOf());
    },
    onPointerDown: (event) => {
      wasDragged.current = false;
      if (event.button === 0 && positionOf(event) >= 0)
        drag.current = { x: event.clientX, isMoving: false };
    },
    onPointerMove: (event) => {
      const { current } = drag;
      const share = positionOf(event);
      if (event.pointerType === "mouse") hovered.value = share < 0 ? undefined : share;
      if (current === undefined || event.buttons !== 1) return;
      const by = event.clientX - current.x;
      if (!current.isMoving && Math.abs(by) < MIN_DRAG) return;
      wasDragged.current = true;
      drag.current = { x: event.clientX, isMoving: true };
      panBy(-by / widthOf());
    },
    onPointerUp: () => {
      drag.current = undefined;
    },
    onPointerLeave: () => {
      hovered.value = undefined;
    },
    onClickCapture: (event) => {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
}
