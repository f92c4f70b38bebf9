import type { Integer } from "../../core/json.ts";
import type { JournalQuery } from "../arguments.ts";
import { journalQueryShape, pastExchanges } from "../shared/journal-query.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Counts the recorded exchanges that match a query.
 *
 * @method journal.count(options?: JournalQuery): number = count
 */
export const countExchangesVerb: Verb<JournalQuery, { readonly count: Integer }> = defineVerb({
  route: "GET /journal/count",
  summary: "Count the exchanges that match a query",
  usesRecords: true,
  example: { operation: "getJob", jobId: "some-job", status: 500, faulted: true },
  arguments: (kit) => kit.keys(journalQueryShape(kit)),
  act: async (scope, query) => ({ count: (await pastExchanges(scope, query)).length }),
});
