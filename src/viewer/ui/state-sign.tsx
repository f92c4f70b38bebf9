import type { JSX } from "preact";
import type { JobState } from "../../core/job/state.ts";

/** What a sign on a lane stands for. */
export type StateSignKind = JobState | "ready" | "expiry";

const CIRCLE = "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z";
const SQUARE = "M-4.5 -4.5H4.5V4.5H-4.5z";

/** The outline and the drawing in it: each state has its own, since colors can look alike. */
const SHAPES: Readonly<Record<StateSignKind, readonly [outline: string, drawing: string]>> = {
  unknown: [CIRCLE, "M-1.5 -1.2a1.6 1.6 0 1 1 1.6 1.8V1.4M0 2.9V3"],
  queued: [CIRCLE, "M0 -2.6V0H2"],
  starting: [CIRCLE, "M-2.6 0H2.6M0 -2.6V2.6"],
  running: ["M-4 -5L5 0L-4 5z", ""],
  finalizing: ["M-5 -4L0 0L-5 4zM0 -4L5 0L0 4z", ""],
  cancelling: [SQUARE, "M-4.5 1L1 -4.5M-1 4.5L4.5 -1"],
  succeeded: [CIRCLE, "M-2.4 0.2L-0.7 2L2.5 -1.8"],
  failed: [SQUARE, "M-2.2 -2.2L2.2 2.2M2.2 -2.2L-2.2 2.2"],
  cancelled: [CIRCLE, "M-3.4 3.4L3.4 -3.4"],
  expired: ["M-4 -5H4L0 0L4 5H-4L0 0z", ""],
  ready: ["M-4.5 -3H4.5L0 4z", ""],
  expiry: ["M-4 -5H4L0 0L4 5H-4L0 0z", ""],
};

/** A state's sign around the origin of an SVG. */
export function StateShape({ kind }: { readonly kind: StateSignKind }): JSX.Element {
  const [outline, drawing] = SHAPES[kind];
  return (
    <g class={`state-sign state-${kind}`}>
      <path d={outline} />
      <path class="state-drawing" d={drawing} />
    </g>
  );
}

/** A state's sign in a line of text. */
export function StateSign({ kind }: { readonly kind: StateSignKind }): JSX.Element {
  return (
    <svg class="sign" viewBox="-8 -8 16 16" aria-hidden="true">
      <StateShape kind={kind} />
    </svg>
  );
}
