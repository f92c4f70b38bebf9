import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/** Discards all exchanges. */
export const clearJournalVerb: Verb<NoArguments, void> = defineVerb({
  route: { method: "DELETE", path: "/journal", summary: "Discard all exchanges" },
  arguments: ({ noArguments }) => noArguments,
  response: ({ noResponse }) => noResponse,
  act: ({ sandbox }) => sandbox.clearJournal(),
});
