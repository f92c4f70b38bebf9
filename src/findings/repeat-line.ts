import type { ClockSpec } from "../core/clock-spec.ts";
import type { Evidence } from "./evidence.ts";

/** A command that starts a simulator with the same world as a sandbox's. */
export function repeatLine({ scenario, seed, clock }: Evidence): string {
  const words = ["npx batch-sim", "--scenario", quoted(scenario), "--seed", String(seed)];
  // The command line has no use for a clock that only a test can move.
  const time = clock.mode === "manual" ? [] : ["--clock", clockText(clock)];
  return [...words, ...time].join(" ");
}

/** A clock as it is given on the command line. */
export function clockText(clock: ClockSpec): string {
  if (clock.mode === "scaled") return `${clock.scale}x`;
  if (clock.mode !== "poll") return clock.mode;
  if (clock.step === "next") return "poll";
  return clock.step % 1000 === 0 ? `poll:${clock.step / 1000}s` : `poll:${clock.step}ms`;
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
