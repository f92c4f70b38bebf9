import { formatClockSpec } from "../../core/clock-spec.ts";
import { parseDurationMs } from "../../core/time.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Span } from "../arguments.ts";
import type { ClockReading } from "../reports.ts";

export function clockReading({ clock }: Pick<Sandbox, "clock">): ClockReading {
  const now = clock.now();
  return {
    now,
    iso: new Date(now).toISOString(),
    clock: formatClockSpec(clock.spec),
    waiting: clock.waiting,
  };
}

/** Converts a valid duration to milliseconds. */
export function spanMs(span: Span): number {
  return typeof span === "number" ? Math.round(span) : (parseDurationMs(span) ?? 0);
}
