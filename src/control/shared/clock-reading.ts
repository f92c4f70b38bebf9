import { formatClockSpec } from "../../core/clock-spec.ts";
import type { Sandbox } from "../../state/sandbox.ts";
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
