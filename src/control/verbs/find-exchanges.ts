import type { Exchange } from "../../core/exchange.ts";
import type { JournalQuery } from "../arguments.ts";
import { exchangeGrammar } from "../shared/exchange-grammar.ts";
import { JOURNAL_QUERY, journalQueryGrammar, pastExchanges } from "../shared/journal-query.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Finds the exchanges that match a query, oldest first. */
export const findExchangesVerb: Verb<JournalQuery, readonly Exchange[]> = defineVerb({
  route: {
    method: "GET",
    path: "/journal",
    query: JOURNAL_QUERY,
    summary: "Find the exchanges that match a query, oldest first",
  },
  arguments: journalQueryGrammar,
  response: (kit) => kit.list(exchangeGrammar(kit)),
  act: pastExchanges,
});
