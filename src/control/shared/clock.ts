import { formatClockSpec } from "../../core/clock-spec.ts";
import { parseDurationMs } from "../../core/time.ts";
import type { Advance } from "../../engine/advance.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Span } from "../arguments.ts";
import type { ClockReading } from "../reports.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";

/** The state of a sandbox's clock. */
export function clockReading({ clock }: Pick<Sandbox, "clock">): ClockReading {
  const now = clock.now();
  return {
    now,
    iso: new Date(now).toISOString(),
    clock: formatClockSpec(clock.spec),
    waiting: clock.waiting,
  };
}

/** The state of a sandbox's clock. */
export const clockReadingGrammar: GrammarOf<ClockReading> = defineGrammar(
  ({ z, zeroOrMore, instant }) =>
    z.strictObject({ now: instant, iso: z.iso.datetime(), clock: z.string(), waiting: zeroOrMore }),
);

/** The events while the clock moved. */
export const advanceGrammar: GrammarOf<Advance> = defineGrammar(
  ({ z, instant, jobState, list }) => {
    const event = z.strictObject({ at: instant, jobId: z.string(), state: jobState });
    const [deliveryId, endpointId] = [z.string(), z.string()];
    const late = z.strictObject({ deliveryId, endpointId, event: z.string(), jobId: z.string() });
    return z.strictObject({
      now: instant,
      events: list(event),
      outstanding: z.exactOptional(list(late)),
    });
  },
);

/** Milliseconds of a duration that the arguments' grammar has accepted. */
export function spanMs(span: Span): number {
  return typeof span === "number" ? Math.round(span) : (parseDurationMs(span) ?? 0);
}
