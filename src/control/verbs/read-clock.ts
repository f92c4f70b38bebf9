import type { ClockReading } from "../reports.ts";
import { clockReading } from "../shared/clock.ts";
import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Reads the clock's mode and its current time.
 *
 * @method clock.read()
 * @method clock.now(): Instant = now -- Milliseconds since 1970 on the sandbox's clock.
 */
export const readClockVerb: Verb<NoArguments, ClockReading> = defineVerb({
  route: { method: "GET", path: "/clock", summary: "Read the clock" },
  arguments: takesNothing,
  act: ({ sandbox }) => clockReading(sandbox),
});
