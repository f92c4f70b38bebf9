import type { ExchangeSummary } from "../reports.ts";
import { exchangeShape } from "../shared/exchange-grammar.ts";
import { exchangeSummary } from "../shared/exchange-summary.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = { readonly after?: number };

/** Lists the recorded exchanges without their headers and bodies, oldest first. */
export const summarizeExchangesVerb: Verb<Arguments, readonly ExchangeSummary[]> = defineVerb({
  route: {
    method: "GET",
    path: "/journal/summaries",
    query: { after: "number" },
    summary: "List the exchanges without headers and bodies, oldest first",
  },
  arguments: ({ keys, optional, wholeNumber }) =>
    keys({ after: optional(wholeNumber(0), "Only exchanges with a greater ID.") }),
  response: (kit) => {
    const { z, zeroOrMore, list } = kit;
    return list(
      z.strictObject({
        ...exchangeShape(kit),
        status: zeroOrMore,
        requestBytes: zeroOrMore,
        responseBytes: zeroOrMore,
        problems: zeroOrMore,
      }),
    );
  },
  act: ({ sandbox }, { after = 0 }) =>
    sandbox.journal
      .exchanges()
      .filter(({ id }) => id > after)
      .map(exchangeSummary),
});
