import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Forgets the recorded exchanges.
 *
 * @method journal.clear()
 */
export const clearJournalVerb: Verb<NoArguments, void> = defineVerb({
  route: {
    method: "DELETE",
    path: "/journal",
    usesRecords: true,
    summary: "Discard all exchanges",
  },
  arguments: takesNothing,
  act: ({ sandbox }) => sandbox.clearJournal(),
});
