import { hasText } from "../../core/exchange.ts";
import type { SummariesQuery } from "../arguments.ts";
import type { ExchangeSummary } from "../reports.ts";
import { exchangeSummary } from "../shared/exchanges.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Lists the exchanges without their headers and bodies.
 *
 * @method journal.summaries(options?: SummariesQuery)
 */
export const summarizeExchangesVerb: Verb<SummariesQuery, readonly ExchangeSummary[]> = defineVerb({
  route: "GET /journal/summaries",
  summary: "List the exchanges without their headers and bodies",
  usesRecords: true,
  example: { after: 1, limit: 1, text: "some input" },
  arguments: ({ z, keys, optional, wholeNumber }) =>
    keys({
      after: optional(wholeNumber(0), "Only exchanges with IDs higher than this."),
      limit: optional(
        wholeNumber(1),
        "Maximum number of exchanges, lowest IDs first. Default: all.",
      ),
      text: optional(
        z.string(),
        "Only exchanges whose recorded bodies contain this text, ignoring case.",
      ),
    }),
  act: ({ sandbox }, { after = 0, limit, text }) => {
    const found = sandbox.journal
      .all()
      .filter((each) => each.id > after && (text === undefined || hasText(each, text)));
    // The journal lists exchanges in the order in which they ended, but pages are ordered by ID.
    const page =
      limit === undefined ? found : found.toSorted((a, b) => a.id - b.id).slice(0, limit);
    return page.map(exchangeSummary);
  },
});
