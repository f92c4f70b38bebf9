import { SimulatorError } from "../../core/errors.ts";
import { type Instant, VIRTUAL_END } from "../../core/time.ts";
import { type Advance, advanceBy, advanceTo } from "../../engine/advance.ts";
import type { Span } from "../arguments.ts";
import { spanMs } from "../shared/clock-reading.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = { readonly by?: Span; readonly to?: Instant | string };

/**
 * Moves the clock forward, in any mode; resolves with the events once everything due has happened.
 *
 * @method clock.advance(by: Span)
 * @method clock.advanceTo(to: Instant | string) -- Moves the clock forward to an instant:
 *   milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing.
 */
export const advanceClockVerb: Verb<Arguments, Advance> = defineVerb({
  route: "POST /clock/advance",
  summary: "Move the clock forward, and return the resulting events in order",
  body: "json",
  example: { by: "5m" },
  arguments: ({ keys, optional, span, instantOrIso }) =>
    keys({
      by: optional(span, "Duration to advance by: milliseconds, or a string such as `1h30m`."),
      to: optional(
        instantOrIso,
        "Instant to advance to, if `by` is omitted: milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing.",
      ),
    }).refine(({ by, to }) => (by === undefined) !== (to === undefined), {
      error: "exactly one of `by` and `to`",
    }),
  act: ({ sandbox }, { by, to }) => {
    if (by !== undefined) {
      const byMs = spanMs(by);
      reachable(sandbox.clock.now() + byMs, "by", by);
      return advanceBy(sandbox, byMs);
    }
    const instant = typeof to === "string" ? Date.parse(to) : (to ?? 0);
    return advanceTo(sandbox, reachable(instant, "to", to));
  },
});

/** Returns the instant. Throws a SimulatorError if it is later than a clock can reach. */
function reachable(instant: Instant, path: string, given: unknown): Instant {
  if (instant <= VIRTUAL_END) return instant;
  const message = `Expected \`${path}\` to move the clock no further than the year 9999, got \`${given}\`.`;
  throw new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path, message }] });
}
