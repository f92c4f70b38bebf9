import type { ClockReading } from "../reports.ts";
import { clockReading } from "../shared/clock-reading.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Reads the clock's mode and its current time.
 *
 * @method clock.read()
 * @method clock.now(): Instant = now -- Milliseconds since 1970 on the sandbox's clock.
 */
export const readClockVerb: Verb<NoArguments, ClockReading> = defineVerb({
  route: "GET /clock",
  summary: "Read the clock",
  act: ({ sandbox }) => clockReading(sandbox),
});
