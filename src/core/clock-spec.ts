import { type Instant, parseDurationMs } from "./time.ts";

/** How a sandbox's clock moves. */
export type ClockSpec =
  | { readonly mode: "real" }
  /** Runs at `scale` (above 0) times the speed of the wall clock. */
  | { readonly mode: "scaled"; readonly scale: number }
  | { readonly mode: "manual" }
  /** Each poll moves the clock by `step` milliseconds or, with `next`, to the job's next change. */
  | { readonly mode: "poll"; readonly step: number | "next" };

/**
 * A clock as a string: `real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such
 * as `poll:5s`.
 */
export type ClockText =
  | "real"
  | "manual"
  | "poll"
  | "poll:next"
  | `${number}x`
  | `poll:${number}${"ms" | "s" | "m" | "h" | "d"}${string}`;

/** The clocks that scenarios, options, and the control API accept, for error messages. */
export const CLOCK_FORM =
  "`real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such as `poll:5s`";

/** Matches every valid clock, but also speeds and steps that round to 0 or infinity. */
export const CLOCK_PATTERN: RegExp =
  /^(real|manual|poll|poll:next|poll:(?=.*[1-9])(\d+(\.\d+)?(ms|s|m|h|d))+|(?=.*[1-9])\d+(\.\d+)?x)$/;

/**
 * Parses a clock such as `real`, `60x`, `manual`, `poll` (the same as `poll:next`), or `poll:5s`;
 * undefined if the string is not a clock.
 */
export function parseClockSpec(text: string): ClockSpec | undefined {
  if (!CLOCK_PATTERN.test(text)) return undefined;
  if (text === "real" || text === "manual") return { mode: text };
  if (text === "poll" || text === "poll:next") return { mode: "poll", step: "next" };
  if (text.startsWith("poll:")) {
    const step = parseDurationMs(text.slice("poll:".length));
    // With a step of 0, a client that waits for a change would poll forever.
    return step === undefined || step === 0 ? undefined : { mode: "poll", step };
  }
  const scale = Number(text.slice(0, -1));
  return scale > 0 && Number.isFinite(scale) ? { mode: "scaled", scale } : undefined;
}

/** Formats a clock as a string that `parseClockSpec` accepts. */
export function formatClockSpec(spec: ClockSpec): string {
  if (spec.mode === "scaled") return `${spec.scale}x`;
  if (spec.mode !== "poll") return spec.mode;
  return spec.step === "next" ? "poll" : `poll:${spec.step}ms`;
}

/** Milliseconds by which a poll moves the clock if the job has no next change. */
const POLL_STEP_MS = 1000;

/** The time after a poll at `now`. Polls move the clock only in `poll` mode. */
export function afterPoll(
  spec: ClockSpec,
  now: Instant,
  nextChangeAt: Instant | undefined,
): Instant {
  if (spec.mode !== "poll") return now;
  if (spec.step !== "next") return now + spec.step;
  return Math.max(nextChangeAt ?? now + POLL_STEP_MS, now);
}

/** Advice for tests in which a client is waiting while the clock is `manual`. */
export const STALL_CURE =
  "Advance the clock (`clock.advance`, or POST /_sim/clock/advance), or choose another clock: `--clock poll` for a client that polls each job, `--clock 60x` for any other.";

/** Runs a function after a wall-clock delay. Call the returned function to cancel the timer. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;
