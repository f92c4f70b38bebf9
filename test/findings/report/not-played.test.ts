import { expect, test } from "@jest/globals";
import type { CallMatch, FaultRule } from "../../../src/core/fault-rule.ts";
import { atOnce } from "../../../src/core/steps.ts";
import { notPlayed } from "../../../src/findings/report/not-played.ts";
import { startTestSimulator } from "../../support/simulator.ts";
import { evidence, trace } from "../support.ts";

/** The report's sentence about a rule after two calls of `getResults`. */
function said(
  rule: Partial<FaultRule>,
  { matched = 0, fired = 0 }: { readonly matched?: number; readonly fired?: number } = {},
): string | undefined {
  const full: FaultRule = {
    name: "r",
    on: ["getResults"],
    phase: "request",
    fault: { kind: "reset", at: "beforeHeaders" },
    ...rule,
  };
  const traces = [1, 2].map((id) => trace(id, id, { use: "getResults" }));
  const [found] = atOnce(notPlayed(evidence({ traces, rules: [{ rule: full, matched, fired }] })));
  return found === undefined ? undefined : `${found.why}. ${found.toFire}`;
}

const when = (match: CallMatch): Partial<FaultRule> => ({ when: match });
const NEVER = "none of the 2 calls to `getResults` met the rule's conditions.";

test.each<[Partial<FaultRule>, number, string]>([
  [
    { on: ["cancelJob", "listJobs"] },
    0,
    "there was no call to `cancelJob` or `listJobs`. Call `cancelJob` or `listJobs`.",
  ],
  [
    when({ query: { properties: { result_format: { const: "csv" } } } }),
    0,
    `${NEVER} Call \`getResults\` with the query \`result_format=csv\`.`,
  ],
  [
    when({ body: { type: "array" } }),
    0,
    `${NEVER} Call \`getResults\` with the body \`{"type":"array"}\`.`,
  ],
  [
    when({ jobStates: ["running", "cancelling"], jobAgeMs: { min: 1000, max: 60_000 } }),
    0,
    `${NEVER} Call \`getResults\` while the job is RUNNING or CANCELLING, at least 1s after the job's creation, less than 1m after the job's creation.`,
  ],
  [
    when({ formats: ["csv", "parquet"] }),
    0,
    `${NEVER} Call \`getResults\` for a csv or parquet file.`,
  ],
  [
    { ...when({ formats: ["parquet"] }), fault: { kind: "corruptFile", damage: "parquetFooter" } },
    0,
    `${NEVER} Call \`getResults\` for a parquet file.`,
  ],
  [when({ call: 3 }), 0, `${NEVER} Call \`getResults\` at least 3 times for the same job.`],
  [
    { on: ["createJob"], ...when({ call: 3 }), after: 1 },
    0,
    "there was no call to `createJob`. Call `createJob` at least 3 times. The rule fires on matching call 2 at the earliest.",
  ],
  [
    { fault: { kind: "notFoundAfterCreate", forMs: 3000 } },
    0,
    `${NEVER} Call \`getResults\` less than 3s after the job's creation.`,
  ],
  [
    { fault: { kind: "corruptFile", damage: "parquetFooter" } },
    2,
    "the fault found nothing to change in 2 matching calls. Call `getResults` for a parquet file.",
  ],
  [
    { after: 3 },
    2,
    "there were only 2 matching calls. Call `getResults`. The rule fires on matching call 4 at the earliest.",
  ],
  [
    { every: 3 },
    1,
    "there was only 1 matching call. Call `getResults`. The rule fires on matching call 3 at the earliest.",
  ],
  [
    { on: "*", fault: { kind: "rateLimit", requests: 5, perMs: 10_000 } },
    2,
    "2 matching calls stayed within the limit. Call any operation. Send more than 5 such requests per 10s.",
  ],
  [
    { probability: 0.05 },
    2,
    "by chance, the rule did not fire on 2 matching calls. Call `getResults`. Make more such calls, or choose another seed.",
  ],
])("a rule that did not fire says what it waits for: %j", (rule, matched, sentence) => {
  expect(said(rule, { matched })).toBe(sentence);
});

test("a rule that fired, and a rule in a sandbox without requests, are not reported", () => {
  expect(said({}, { matched: 1, fired: 1 })).toBeUndefined();
  expect(atOnce(notPlayed(evidence({ traces: [] })))).toEqual([]);
});

test("a Parquet fault doesn't fire for a client that requests JSON, and the report says so", async () => {
  await using sim = await startTestSimulator({ scenario: "corrupt-parquet" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.client.follow(jobId);
  await sim.client.jsonResults(jobId);
  const report = sim.report();
  expect(report.notPlayed).toEqual([
    {
      scenario: "corrupt-parquet",
      rule: "corrupt-parquet",
      why: "the only call to `getResults` did not meet the rule's conditions",
      toFire: "Call `getResults` for a parquet file, with the query `result_format=parquet`.",
    },
  ]);
  await using other = await sim.sandbox({ name: "parquet" });
  const client = sim.clientOf(other.apiKey);
  const second = await client.submit({ inputs: ["a"] });
  await client.follow(second);
  await client.file(second, "parquet");
  expect(sim.report().notPlayed).toEqual([]);
  sim.expectClientError();
});
