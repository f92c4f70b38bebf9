import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Discards the recorded exchanges.
 *
 * @method journal.clear()
 */
export const clearJournalVerb: Verb<NoArguments, void> = defineVerb({
  route: "DELETE /journal",
  summary: "Discard all of the sandbox's recorded exchanges",
  usesRecords: true,
  act: ({ sandbox }) => sandbox.clearJournal(),
});
