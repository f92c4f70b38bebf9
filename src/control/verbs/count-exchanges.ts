import type { JournalQuery } from "../arguments.ts";
import { JOURNAL_QUERY, journalQueryGrammar, pastExchanges } from "../shared/journal-query.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Counts the exchanges that match a query. */
export const countExchangesVerb: Verb<JournalQuery, { readonly count: number }> = defineVerb({
  route: {
    method: "GET",
    path: "/journal/count",
    query: JOURNAL_QUERY,
    summary: "Count the exchanges that match a query",
  },
  arguments: journalQueryGrammar,
  response: ({ z, zeroOrMore }) => z.strictObject({ count: zeroOrMore }),
  act: async (scope, query) => ({ count: (await pastExchanges(scope, query)).length }),
});
