import type { Exchange } from "../../core/exchange.ts";
import type { ExchangeSummary } from "../reports.ts";
import { defineGrammar, type GrammarKit, type GrammarOf } from "../verb.ts";
import { retryAfterMsOf } from "./retry-after.ts";

/** A recorded request and its response. */
export const exchangeGrammar: GrammarOf<Exchange> = defineGrammar((kit) => {
  const { z, zeroOrMore, list } = kit;
  return z.strictObject({
    ...exchangeShape(kit),
    request: z.strictObject(messageShape(kit)),
    response: z.strictObject({ status: zeroOrMore, ...messageShape(kit) }),
    problems: list(
      z.strictObject({
        ...{ path: z.string(), message: z.string(), type: z.string() },
        assumption: z.exactOptional(z.string()),
      }),
    ),
    rules: z.exactOptional(list(ruleCheck(kit))),
  });
});

/** The keys of an exchange besides its messages and problems. */
export function exchangeShape({ z, zeroOrMore, instant, jobState, list }: GrammarKit) {
  const text = z.exactOptional(z.string());
  return {
    id: zeroOrMore,
    at: instant,
    wallAt: z.number().meta({ description: "Milliseconds since 1970 on the wall clock." }),
    method: z.string(),
    url: z.string(),
    operationId: text,
    nearest: text,
    jobId: text,
    jobState: z.exactOptional(jobState),
    format: text,
    edges: z.exactOptional(list(z.string())),
    fault: text,
    simError: text,
    end: z.enum(["finished", "cut", "aborted"]),
    durationMs: z.number(),
  };
}

function ruleCheck({ z }: GrammarKit) {
  const unmet = z.strictObject({ condition: z.string(), because: z.string() });
  return z.strictObject({ rule: z.string(), unmet: z.exactOptional(unmet) });
}

function messageShape({ z, zeroOrMore, list }: GrammarKit) {
  const body = z.strictObject({
    byteLength: zeroOrMore,
    text: z.exactOptional(z.string()),
    isCut: z.exactOptional(z.boolean()),
    sha256: z.exactOptional(z.string()),
    rows: z.exactOptional(list(list(z.string()))),
  });
  return { headers: z.record(z.string(), z.string()), body: z.exactOptional(body) };
}

/** An exchange without its headers and bodies. */
export function exchangeSummary(exchange: Exchange): ExchangeSummary {
  const { request, response, problems, rules: _, ...others } = exchange;
  const retryAfterMs = retryAfterMsOf(response.headers, exchange.at);
  return {
    ...others,
    status: response.status,
    requestBytes: request.body?.byteLength ?? 0,
    responseBytes: response.body?.byteLength ?? 0,
    problems: problems.length,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
