import type { Exchange } from "../../core/exchange.ts";
import type { JournalQuery } from "../arguments.ts";
import { journalQueryShape, pastExchanges } from "../shared/journal-query.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Finds the exchanges that match a query, in the order in which they ended.
 *
 * @method journal.find(options?: JournalQuery)
 * @method journal.unmatched() with { unmatched: true } -- Finds requests that match no operation,
 *   each with the most similar operation.
 */
export const findExchangesVerb: Verb<JournalQuery, readonly Exchange[]> = defineVerb({
  route: "GET /journal",
  summary: "Find the exchanges that match a query, in the order in which they ended",
  usesRecords: true,
  example: { id: 1, operation: "getJob", jobId: "some-job", keyless: true },
  arguments: (kit) => kit.keys(journalQueryShape(kit)),
  act: pastExchanges,
});
