import type { JobState } from "../../core/job/state.ts";
import type { CallOutcome, Weight } from "../model/marks.ts";
import { useApp } from "./app-state.ts";

/** The event that an icon in a lane marks: a new state, or results that become ready or expire. */
type StateKind = JobState | "ready" | "expiry";

type SignProps = {
  readonly kind: CallOutcome | StateKind | "fault" | "finding" | "many";
  /** Weight of a finding: an error's pin is filled, and a pending finding's is only an outline. */
  readonly weight?: Weight | undefined;
};

const CIRCLE = "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z";
const SQUARE = "M-4.5 -4.5H4.5V4.5H-4.5z";
const HOURGLASS = "M-4 -5H4L0 0L4 5H-4L0 0z";

/** Each outcome and each state has its own shape, because colors can look alike. */
const OUTCOMES: Readonly<Record<CallOutcome, string>> = {
  success: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  refused: "M0 -5L5 4H-5z",
  error: "M0 -5.5L5.5 0L0 5.5L-5.5 0z",
  lost: "M-4 -4L4 4M4 -4L-4 4",
};

const STATES: Readonly<Record<StateKind, readonly [outline: string, drawing: string]>> = {
  unknown: [CIRCLE, "M-1.5 -1.2a1.6 1.6 0 1 1 1.6 1.8V1.4M0 2.9V3"],
  queued: [CIRCLE, "M0 -2.6V0H2"],
  starting: [CIRCLE, "M-2.6 0H2.6M0 -2.6V2.6"],
  running: ["M-4 -5L5 0L-4 5z", ""],
  finalizing: ["M-5 -4L0 0L-5 4zM0 -4L5 0L0 4z", ""],
  cancelling: [SQUARE, "M-4.5 1L1 -4.5M-1 4.5L4.5 -1"],
  succeeded: [CIRCLE, "M-2.4 0.2L-0.7 2L2.5 -1.8"],
  failed: [SQUARE, "M-2.2 -2.2L2.2 2.2M2.2 -2.2L-2.2 2.2"],
  cancelled: [CIRCLE, "M-3.4 3.4L3.4 -3.4"],
  expired: [HOURGLASS, ""],
  ready: ["M-4.5 -3H4.5L0 4z", ""],
  expiry: [HOURGLASS, ""],
};

/**
 * An icon around the origin of an SVG: a call's outcome, a job's state, a bolt (a fault shaped the
 * response), a pin (a finding is about the call), or a ring (more than one call).
 */
export function SignShape({ kind, weight = "error" }: SignProps) {
  if (kind === "fault") return <path class="bolt" d="M1.5 -6L-3.5 1H-0.5L-1.5 6L3.5 -1H0.5z" />;
  if (kind === "many") return <circle class="mark-many" r={7} />;
  if (kind === "finding")
    return (
      <g class={`pin pin-${weight}`}>
        <path d="M0 7C-1 3.5 -4.5 2 -4.5 -1.5A4.5 4.5 0 1 1 4.5 -1.5C4.5 2 1 3.5 0 7z" />
        <path class="pin-sign" d="M0 -4V-1.2M0 0.6V0.7" />
      </g>
    );
  if (kind in OUTCOMES)
    return <path class={`mark mark-${kind}`} d={OUTCOMES[kind as CallOutcome]} />;
  const [outline, drawing] = STATES[kind as StateKind];
  return (
    <g class={`state-sign state-${kind}`}>
      <path d={outline} />
      <path class="state-drawing" d={drawing} />
    </g>
  );
}

export function Sign(props: SignProps) {
  return (
    <svg class="sign" viewBox="-8 -8 16 16" aria-hidden="true">
      <SignShape {...props} />
    </svg>
  );
}

export function StateChip({ state }: { readonly state: JobState }) {
  const { words } = useApp();
  return (
    <span class="chip">
      <Sign kind={state} />
      {words.value.stateOf(state)}
    </span>
  );
}
