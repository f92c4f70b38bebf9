import type { ClockReading } from "../reports.ts";
import { clockReading, clockReadingGrammar } from "../shared/clock-reading.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/** Reads the clock. */
export const readClockVerb: Verb<NoArguments, ClockReading> = defineVerb({
  route: { method: "GET", path: "/clock", summary: "Read the clock" },
  arguments: ({ noArguments }) => noArguments,
  response: clockReadingGrammar,
  act: ({ sandbox }) => clockReading(sandbox),
});
