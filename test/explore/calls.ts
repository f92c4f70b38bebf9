import type { Exchange } from "../../src/core/exchange.ts";
import type { OperationToCall, RecordedCall } from "../../src/explore/plan/call-map.ts";
import type { Finding } from "../../src/findings/finding.ts";

/** A call with the usual values for missing fields. */
export function callOf(exchange: Partial<Exchange>, sandbox = "one"): RecordedCall {
  return {
    sandbox,
    use: OPERATIONS.find(({ operationId }) => operationId === exchange.operationId)?.use ?? "",
    exchange: {
      id: 1,
      at: 0,
      wallAt: 0,
      method: "GET",
      url: "/get-quotas",
      request: { headers: {} },
      response: { status: 200, headers: {}, body: { byteLength: 2, text: "{}" } },
      problems: [],
      end: "finished",
      durationMs: 1,
      ...exchange,
    },
  };
}

/** A finding with the usual values for missing fields. */
export function findingOf(finding: Partial<Finding>): Finding {
  return {
    id: "created-twice",
    severity: "error",
    sentence: "The client created two jobs.",
    cure: "List the jobs.",
    exchanges: [],
    evidence: [],
    exchangeCount: 0,
    repeat: "",
    sandbox: "one",
    scenario: "happy-path",
    isExpected: false,
    ...finding,
  };
}

/** Some of the service's operations. */
export const OPERATIONS: readonly OperationToCall[] = [
  { operationId: "createJob", use: "createJob", errors: ["invalid-request"], formats: [] },
  {
    operationId: "getResults",
    use: "getResults",
    errors: ["results-not-ready"],
    formats: ["json", "csv", "parquet"],
  },
  { operationId: "getJobStatus", use: "getJobStatus", errors: ["unknown-job"], formats: [] },
  { operationId: "getQuotas", use: "getQuotas", errors: [], formats: [] },
];
