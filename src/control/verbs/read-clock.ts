import type { ClockReading } from "../reports.ts";
import { clockReading, clockReadingGrammar } from "../shared/clock-reading.ts";
import { defineVerb, type NoArguments, noArguments, type Verb } from "../verb.ts";

/** Reads the clock. */
export const readClockVerb: Verb<NoArguments, ClockReading> = defineVerb({
  route: { method: "GET", path: "/clock", summary: "Read the clock" },
  arguments: noArguments,
  response: clockReadingGrammar,
  act: ({ sandbox }) => clockReading(sandbox),
});
