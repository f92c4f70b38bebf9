import { expect, test } from "@jest/globals";
import { simulatedBy } from "../../src/cli/commands/verify.ts";
import { differenceKey } from "../../src/verify/compare/difference.ts";
import { KEY, SCENARIO, startSecretService } from "./secret-service.ts";
import { simulate, verified } from "./verified.ts";

const answers = (assumption: string, value: unknown, sentence: unknown = expect.any(String)) => ({
  ...{ class: "answers", assumption, value, sentence, isPatched: true },
});
const JOB = { assumption: "job-operation" };
const other = (name: string, sentence: string, parts: object = {}) => ({
  ...{ class: name, sentence, isPatched: true, ...parts },
});

/** In the order of secret.yaml. */
const SECRETS = [
  answers(
    "create-status",
    201,
    "The service returns 201, not 200, in createJob. The same is true in createJob for a dry run.",
  ),
  answers("results-not-ready", 425),
  other(
    "answers",
    "The header `retry-after` is `seconds`, not absent, in getResults for an active job (json).",
    { assumption: "results-not-ready" },
  ),
  answers("cancel-status", 202),
  answers(
    "cancel-terminal",
    "cancelled",
    "A job ends as CANCELLED, not SUCCEEDED, after a cancel request for a job that had ended.",
  ),
  other(
    "contradicts",
    "`/cancelled` is string, not boolean, in cancelJob for a job that had ended. The same is true in cancelJob for an active job.",
  ),
  other(
    "contradicts",
    "The service returns 410, not 404, in cancelJob for a job that doesn't exist.",
  ),
  other("undocumented", "The service has an additional state, FINALIZING, after PROCESSING."),
  other("answers", "The state RUNNING is named `PROCESSING`.", { assumption: "job-states" }),
  other(
    "answers",
    "`/job/datetime_created` is number (Unix seconds), not string (date-time), in getJob. The same is true in listJobs.",
    JOB,
  ),
  other(
    "answers",
    "`/job/num_rows` is named `row_count` in getJob. The same is true in listJobs.",
    JOB,
  ),
  other(
    "answers",
    "`/job/job_cost` is string, not number, in getJob. The same is true in listJobs.",
    JOB,
  ),
  other("answers", "`/job/description` is missing in getJob. The same is true in listJobs.", JOB),
  other(
    "undocumented",
    "`/job/owner` (string) in getJob is not in the spec. The same is true in listJobs.",
  ),
  other("answers", "`/quotas/*/token_quota` is string, not number, in getQuotas.", {
    assumption: "quotas-operation",
  }),
  other("answers", "`/quotas/*/row_quota` is null, not number, in getQuotas.", {
    assumption: "quotas-operation",
  }),
  other("answers", "GET /try-authentication moved to GET /auth/check.", {
    assumption: "auth-operation",
  }),
  other("undocumented", "The service also has GET /usage/{jobId}."),
  answers("unauthenticated", 403),
  other(
    "answers",
    "`/detail` is missing in getResults without a key (json). The same is true in getResults with a malformed key (json).",
    { assumption: "unauthenticated" },
  ),
  answers("invalid-request", "422-list"),
  answers("unknown-job", 400),
  answers("job-id-format", "uuid"),
  other(
    "undocumented",
    "The file in getResults (csv) differs in its quotes: around every cell, not where needed.",
    { isPatched: false },
  ),
  answers("csv-entry-name", "results"),
];

test("a drifted service: all 25 differences, no other, and a patch that removes 24", async () => {
  await using service = await startSecretService(
    { overlays: ["test/verify/secret.yaml"], scenario: SCENARIO },
    { quotesAll: true },
  );
  const { report, overlay, left, groups } = await verified(service);
  const found = report.differences.map(({ id, service: _, simulator: __, ...rest }) => rest);
  const bySentence = (a: { sentence: unknown }, b: { sentence: unknown }) =>
    String(a.sentence) < String(b.sentence) ? -1 : 1;
  const unexpected = found.filter((each) => !SECRETS.some((secret) => matches(each, secret)));
  const missing = SECRETS.filter((secret) => !found.some((each) => matches(each, secret)));
  expect({ unexpected: unexpected.sort(bySentence), missing }).toEqual({
    unexpected: [],
    missing: [],
  });
  expect(found).toHaveLength(25);
  expect(new Set(report.differences.map(({ id }) => id)).size).toBe(25);
  // The next run, with the patch, finds only the remaining differences.
  const patched = await simulate({ overlay: overlay ?? "" });
  const again = await verified(service, () => Promise.resolve(patched));
  const keysOf = (groups: typeof left) =>
    groups.flatMap((group) => group.differences.map(differenceKey));
  expect(keysOf(again.groups)).toEqual(keysOf(left));
  expect(left).toHaveLength(1);
  // No call can end anything that verify didn't begin, and the key appears only where it belongs.
  const own = groups.length > 0 && JSON.stringify(report).includes(KEY);
  expect(own).toBe(false);
  expect(service.requests.filter((each) => /^(DELETE|PUT|PATCH)/.test(each))).toEqual([]);
});

test("a service as the Python SDK expects it: what moved and what is new, and a patch for five of seven", async () => {
  await using service = await startSecretService({ overlays: ["client-sdk"], scenario: SCENARIO });
  const sdkService = { ...service, url: `${service.url}/v1` };
  const { report, overlay, left } = await verified(sdkService);
  const sentences = report.differences.map(({ class: name, sentence }) => [name, sentence]);
  expect(sentences.sort()).toEqual([
    ["answers", "`/jobs/*/cost_estimate` is null or number, not null or object, in listJobs."],
    ["contradicts", "GET /jobs/{job_id}/results moved to POST /job-results."],
    [
      "contradicts",
      "`/job_id` is named `results` in createJob. The same is true in createJob for a dry run.",
    ],
    ["undocumented", "The service also has GET /artifacts/{job_id}."],
    ["undocumented", "The service also has GET /auth/check."],
    ["undocumented", "The service also has GET /jobs/{job_id}/results-url."],
    ["undocumented", "The service also has POST /functions/{name}/run."],
  ]);
  expect(left).toHaveLength(2);
  const patched = await simulate({ overlay: overlay ?? "" });
  const again = await verified(sdkService, () => Promise.resolve(patched));
  expect(again.report.differences.map(({ sentence }) => sentence)).toEqual(
    left.map(({ differences: [first] }) => expect.stringContaining(first.place)),
  );
});

test("an operation that is published with another base path has not moved", async () => {
  await using service = await startSecretService({ overlays: ["client-sdk"], scenario: SCENARIO });
  const sdkService = { ...service, url: `${service.url}/v1` };
  const size = { jobs: 0, isDeep: false } as const;
  const { report } = await verified(sdkService, simulatedBy([], size), size);
  expect(report.differences.map(({ sentence }) => sentence).sort()).toEqual([
    "GET /jobs/{job_id}/results moved to POST /job-results.",
    "The service also has GET /artifacts/{job_id}.",
    "The service also has GET /auth/check.",
    "The service also has GET /jobs/{job_id}/results-url.",
    "The service also has POST /functions/{name}/run.",
  ]);
});

function matches(found: object, secret: object): boolean {
  try {
    expect(found).toEqual(secret);
    return true;
  } catch {
    return false;
  }
}

test("the simulator does as the simulator", async () => {
  await using service = await startSecretService({ scenario: SCENARIO });
  const { report, overlay } = await verified(service);
  expect({ differences: report.differences, overlay }).toEqual({
    differences: [],
    overlay: undefined,
  });
});

/** Answers that the drifted service doesn't have. */
const ANSWERS: readonly Readonly<Record<string, string | number>>[] = [
  {
    "create-status": 202,
    "invalid-request": 400,
    "job-states": "unknown-first",
    "parquet-columns": "job-id",
    "results-not-ready": 404,
    "results-of-unsuccessful": 410,
  },
  { "extra-response-fields": "one-unknown", "job-id-format": "hex24", "job-states": "lower-case" },
];

test.each(ANSWERS)("the assumptions %j are found, and no others", async (assumptions) => {
  const scenario = `${SCENARIO}\nassumptions: ${JSON.stringify(assumptions)}`;
  await using service = await startSecretService({ scenario });
  const { groups, left } = await verified(service);
  const found = groups.map((group) => [group.class, group.assumption]);
  const expected = Object.entries(assumptions).map(([id, value]) => [
    value === "lower-case" ? "contradicts" : "answers",
    { id, value },
  ]);
  expect([new Set(found), left]).toEqual([new Set(expected), []]);
});
