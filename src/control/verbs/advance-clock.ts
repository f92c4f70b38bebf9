import type { Instant } from "../../core/time.ts";
import { type Advance, advanceTo } from "../../engine/advance.ts";
import type { Span } from "../arguments.ts";
import { advanceGrammar } from "../shared/advance-grammar.ts";
import { spanMs } from "../shared/span-ms.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = { readonly by?: Span; readonly to?: Instant | string };

/** Moves the clock by a duration or to an instant. */
export const advanceClockVerb: Verb<Arguments, Advance> = defineVerb({
  route: {
    method: "POST",
    path: "/clock/advance",
    body: "json",
    summary: "Move the clock forward; returns what happened, in order",
  },
  arguments: ({ keys, optional, span, instantOrIso }) =>
    keys({
      by: optional(span, "Duration to move by: milliseconds, or a string such as `1h30m`."),
      to: optional(
        instantOrIso,
        "Instant to move to: milliseconds since 1970, or ISO 8601. One in the past changes nothing.",
      ),
    }).refine(({ by, to }) => (by === undefined) !== (to === undefined), {
      error: "exactly one of `by` and `to`",
    }),
  response: advanceGrammar,
  act: ({ sandbox }, { by, to }) => {
    if (by !== undefined) return advanceTo(sandbox, sandbox.clock.now() + spanMs(by));
    return advanceTo(sandbox, typeof to === "string" ? Date.parse(to) : (to ?? 0));
  },
});
