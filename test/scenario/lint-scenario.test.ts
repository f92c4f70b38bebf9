import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { formatIssue } from "../../src/core/errors.ts";
import { lintScenario } from "../../src/scenario/lint/lint-scenario.ts";
import { checkScenarioFile } from "../../src/scenario/load/load-scenario.ts";
import { checkScenario } from "../../src/scenario/load/parse-scenario.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { checkFile, checkText } from "../../src/simulator/open-scenario.ts";
import { asObject } from "../../src/spec/document-place.ts";
import { VOCABULARY } from "./vocabulary.ts";

const context = {
  vocabulary: VOCABULARY,
  declares: (operationId: string, status: number) => operationId === "cancelJob" && status === 404,
  modelIds: ["model-3.1-8b"],
};

async function findings(text: string): Promise<string[]> {
  const { issues } = await checkScenario(text, { file: "x.yaml", ...context });
  return issues.map((issue) => `${issue.severity} ${issue.rule} ${formatIssue(issue)}`);
}

test.each(["", "# nothing\n", "{}\n"])("an empty file is reported: %j", async (text) => {
  expect(await findings(text)).toEqual([
    "error empty-scenario x.yaml:1:1: The file is empty, so it has no effect. Add `profiles`, `rows`, or `faults`, or at least a `description`.",
  ]);
});

describe("a literal Retry-After", () => {
  const UNREADABLE =
    "which clients can't read: HTTP allows an integer number of seconds, such as `5`, or an HTTP date.";
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ["5s", "real", `\`Retry-After\` is \`5s\`, ${UNREADABLE}`],
    ["soon", "60x", `\`Retry-After\` is \`soon\`, ${UNREADABLE}`],
    ["5", "real", undefined],
    ["5", "poll", undefined],
    ['"Tue, 01 Jan 2030 00:00:00 GMT"', "60x", undefined],
    [
      "5",
      "60x",
      "`Retry-After: 5` means 5 wall-clock seconds, or 5m on this scenario's clock (60x). The simulator sends the header as written.",
    ],
  ];
  test.each(rows)("of %s on the clock %s", async (value, clock, message) => {
    const text = `clock: ${clock}\nfaults:\n  - { on: cancelJob, status: 404, headers: { retry-after: ${value} } }\n`;
    const place = "x.yaml:3:59 faults.0.headers.retry-after";
    expect(await findings(text)).toEqual(
      message === undefined ? [] : [`warning retry-after ${place}: ${message}`],
    );
  });
});

describe("a fault that clients hardly notice", () => {
  const JUMPS = "the rule `1-delay` doesn't make clients wait, because the clock jumps ahead.";
  const REFILLS =
    "the rule `2-rateLimit` refuses only very fast clients, because its period is short in wall-clock time.";
  const POLLS =
    "the rule `2-rateLimit` counts only the requests between two polls, because each poll moves the clock.";
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [
      "",
      [
        `note clock x.yaml:3:5 faults.0: On a \`poll\` clock, ${JUMPS}`,
        `note clock x.yaml:4:5 faults.1: On a scaled clock, ${REFILLS}`,
        `note clock x.yaml:4:5 faults.1: On a \`poll\` clock, ${POLLS}`,
      ],
    ],
    [
      "clock: poll:5s",
      [
        `warning clock x.yaml:3:5 faults.0: On a \`poll\` clock, ${JUMPS}`,
        `warning clock x.yaml:4:5 faults.1: On a \`poll\` clock, ${POLLS}`,
      ],
    ],
    ["clock: 60x", [`warning clock x.yaml:4:5 faults.1: On a scaled clock, ${REFILLS}`]],
    ["clock: real", []],
    ["clock: manual", []],
  ];
  test.each(rows)("with the clock %j", async (clock, expected) => {
    const rules =
      '  - { on: getJob, delay: 5s }\n  - { on: "*", rateLimit: { requests: 2, per: 1s } }';
    expect(await findings(`${clock}\nfaults:\n${rules}\n`)).toEqual(expected);
  });
});

const UNREACHABLE_PROFILE =
  "No job gets this profile: profiles.0 comes first and matches the same jobs. Move this profile before profiles.0, or narrow the `when` of profiles.0.";
const UNREACHABLE_FAULT =
  "`b` never fires: `a` comes first and fires on every call that `b` matches. Move `b` before `a`, or limit `a` with `times` or `when`.";

describe("of two profiles, the second is unreachable", () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["{}", "{ jobPriority: 1 }", true],
    ["{ jobPriority: 1 }", "{}", false],
    ["{ jobPriority: 1 }", "{ jobPriority: 1, source: dataset }", true],
    ["{ jobPriority: 1 }", "{ jobPriority: 0 }", false],
    ["{ model: [own, other] }", "{ model: own }", true],
    ["{ model: own }", "{ model: [own, other] }", false],
    ["{ inputs: { min: 1 } }", "{ inputs: { min: 2, max: 5 } }", true],
    ["{ inputs: { min: 1, max: 4 } }", "{ inputs: { min: 2, max: 5 } }", false],
    ["{ inputs: { min: 0 } }", "{}", false],
    [
      "{ request: { type: object, minProperties: 1 } }",
      "{ request: { minProperties: 1, type: object } }",
      true,
    ],
    ["{ request: { type: object } }", "{ request: { required: [name] } }", false],
  ];
  test.each(rows)("%s before %s: %s", async (first, second, isUnreachable) => {
    const text = `models: { own: {}, other: {} }\nprofiles:\n  - when: ${first}\n  - when: ${second}\n`;
    expect(await findings(text)).toEqual(
      isUnreachable
        ? [`error unreachable-profile x.yaml:4:5 profiles.1: ${UNREACHABLE_PROFILE}`]
        : [],
    );
  });
});

describe("of two fault rules, the second is unreachable", () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    [`on: "*"`, "on: cancelJob", true],
    ["on: cancelJob", "on: cancelJob", true],
    ["on: cancelJob", `on: "*"`, false],
    ["on: [cancelJob, getJob]", "on: cancelJob", true],
    [`on: "*", times: 5`, "on: cancelJob", false],
    [`on: "*", after: 1`, "on: cancelJob", false],
    [`on: "*", every: 2`, "on: cancelJob", false],
    [`on: "*", probability: 0.5`, "on: cancelJob", false],
    [`on: "*", after: 0, every: 1, probability: 1`, "on: cancelJob, times: 1", true],
    [
      `on: "*", when: { jobState: [queued, running] }`,
      "on: cancelJob, when: { jobState: queued }",
      true,
    ],
    [`on: "*", when: { jobState: queued }`, "on: cancelJob", false],
    [`on: "*", reset: beforeHeaders`, "on: cancelJob", true],
    [`on: "*", reset: { afterBytes: 9 }`, "on: cancelJob", false],
  ];
  test.each(rows)("%s before %s: %s", async (first, second, isUnreachable) => {
    const kind = first.includes("reset") ? "" : ", status: 404";
    const rules = [`{ name: a, ${first}${kind} }`, `{ name: b, ${second}, status: 404 }`];
    const found = await findings(`faults:\n  - ${rules[0]}\n  - ${rules[1]}\n`);
    expect(found.filter((finding) => !finding.includes("undeclared-status"))).toEqual(
      isUnreachable ? [`error unreachable-fault x.yaml:3:5 faults.1: ${UNREACHABLE_FAULT}`] : [],
    );
  });
});

test("a rate limit and a delayed visibility leave calls to later rules", async () => {
  const text = `clock: real
faults:
  - { on: "*", rateLimit: { requests: 1, per: 1s } }
  - { on: "*", notFoundAfterCreate: { for: 1s } }
  - { on: cancelJob, status: 404 }
`;
  expect(await findings(text)).toEqual([]);
});

test("a rule whose probability is 0 never fires", async () => {
  const text = "faults: [{ name: a, on: cancelJob, status: 404, probability: 0 }]";
  expect(await findings(text)).toEqual([
    "warning unreachable-fault x.yaml:1:10 faults.0: `a` never fires: its probability is 0.",
  ]);
});

test("a status that the spec doesn't declare may be intentional", async () => {
  const text = `faults:
  - { on: [cancelJob, getJob], status: 404 }
  - { on: getJob, status: 503, times: 1 }
  - { on: "*", status: 503, times: 1 }
`;
  const meant = "Ignore this if the rule simulates a gateway's response.";
  expect(await findings(text)).toEqual([
    `warning undeclared-status x.yaml:2:40 faults.0.status: The spec declares no \`404\` response for \`getJob\`. ${meant}`,
    "error unreachable-fault x.yaml:3:5 faults.1: `2-status` never fires: `1-status` comes first and fires on every call that `2-status` matches. Move `2-status` before `1-status`, or limit `1-status` with `times` or `when`.",
    `warning undeclared-status x.yaml:3:27 faults.1.status: The spec declares no \`503\` response for \`getJob\`. ${meant}`,
    `warning undeclared-status x.yaml:4:24 faults.2.status: The spec declares no \`503\` response for any operation. ${meant}`,
  ]);
});

test("a rule for a format that no call can request, or that its fault can't damage, never fires", async () => {
  const text = `faults:
  - { name: a, on: cancelJob, when: { format: csv }, status: 404 }
  - { name: b, on: "*", when: { format: csv }, corruptFile: parquetFooter }
  - { name: c, on: getResults, when: { format: [csv, json] }, corruptFile: parquetPage }
  - { name: d, on: getResults, when: { format: [csv, parquet] }, corruptFile: parquetPage }
  - { name: e, on: "*", when: { format: csv }, corruptFile: zipChecksum }
`;
  expect(await findings(text)).toEqual([
    "error unreachable-fault x.yaml:2:47 faults.0.when.format: `a` never fires: `on` names no operation that serves results as `csv`.",
    "error unreachable-fault x.yaml:3:41 faults.1.when.format: `b` never fires: `corruptFile: parquetFooter` damages only `parquet` files, but `format` is `csv`.",
    "error unreachable-fault x.yaml:4:48 faults.2.when.format: `c` never fires: `corruptFile: parquetPage` damages only `parquet` files, but `format` is `csv`, `json`.",
  ]);
});

test("a fault fires on files of its codec, whatever an overlay calls their format", async () => {
  const rule = (format: string) =>
    `faults: [{ on: getResults, when: { format: ${format} }, corruptFile: zipChecksum }]`;
  const formats = { getResults: { zipped: "csv-zip", csv: "jsonl" } };
  const options = { ...context, vocabulary: { ...VOCABULARY, formats } };
  const lint = (text: string) => checkScenario(text, { file: "x.yaml", ...options });
  expect((await lint(rule("zipped"))).issues).toEqual([]);
  expect((await lint(rule("csv"))).issues).toHaveLength(1);
});

const OF_JOB = "`getResults`, `cancelJob`, `getJobStatus`, `getJob`, `streamJobProgress`";

test("a fault that can't change any call of its operations never fires", async () => {
  const text = `faults:
  - { name: a, on: getQuotas, corruptFile: zipChecksum }
  - { name: b, on: [createJob, listDatasets], staleStatus: { by: 5s } }
  - { name: c, on: downloadFromDataset, corruptFile: csvMissingRow }
  - { name: d, on: "*", staleStatus: { by: 5s } }
  - { name: e, on: createJob, notFoundAfterCreate: { for: 3s } }
  - { name: f, on: createJob, when: { jobState: running }, reset: beforeHeaders }
  - { name: g, on: [createJob, getJob], when: { jobAge: { min: 3s } }, hang: true }
`;
  expect(await findings(text)).toEqual([
    "error unreachable-fault x.yaml:2:20 faults.0.on: `a` never fires: `corruptFile` has an effect only on `getResults`, `downloadFromDataset`, but `on` is `getQuotas`.",
    "error unreachable-fault x.yaml:3:20 faults.1.on: `b` never fires: `staleStatus` has an effect only on `getResults`, `cancelJob`, `getJobStatus`, `getJob`, `listJobs`, `streamJobProgress`, but `on` is `createJob`, `listDatasets`.",
    `error unreachable-fault x.yaml:6:20 faults.4.on: \`e\` never fires: \`notFoundAfterCreate\` has an effect only on ${OF_JOB}, but \`on\` is \`createJob\`.`,
    `error unreachable-fault x.yaml:7:20 faults.5.on: \`f\` never fires: \`jobState\` and \`jobAge\` work only on ${OF_JOB}, but \`on\` is \`createJob\`.`,
  ]);
});

test("a rule for states that the API doesn't have, or for a call that it also skips, never fires", async () => {
  const text = `faults:
  - { name: a, on: getJob, when: { jobState: expired }, reset: beforeHeaders }
  - { name: b, on: getJob, when: { jobState: [expired, failed] }, reset: beforeHeaders }
  - { name: c, on: createJob, when: { call: 3 }, after: 1, reset: beforeHeaders }
  - { name: d, on: [createJob, listJobs], when: { call: 2 }, every: 2, reset: beforeHeaders }
  - { name: e, on: getJobStatus, when: { call: 2 }, every: 2, reset: beforeHeaders }
`;
  const states =
    "`queued`, `starting`, `running`, `finalizing`, `cancelling`, `succeeded`, `failed`, `cancelled`";
  expect(await findings(text)).toEqual([
    `error unreachable-fault x.yaml:2:46 faults.0.when.jobState: \`a\` never fires: this API's jobs are never \`expired\`, only ${states}.`,
    "error unreachable-fault x.yaml:4:45 faults.2.when.call: `c` never fires: `call` selects one call to `createJob`, which `after` or `every` skips. Use only one of these keys.",
  ]);
});

test("states that an assumption adds count as the API's, and a profile needs inputs that the API has", async () => {
  const document = await loadBaseDocument();
  const lint = async (text: string) => (await checkText(text, document)).map(formatIssue);
  const text = (state: string) =>
    `faults: [{ name: a, on: getJob, when: { jobState: ${state} }, hang: true }]`;
  expect(await lint(text("unknown"))).toEqual([]);
  expect(await lint(text("finalizing"))).toHaveLength(1);
  const registry = asObject(document["x-assumptions"]);
  const effects = { all: { "/x-states": { queued: "QUEUED", finalizing: "FINALIZING" } } };
  const states = { ...asObject(registry["job-states"]), effects };
  const changed = { ...document, "x-assumptions": { ...registry, "job-states": states } };
  expect(await checkText(text("finalizing"), changed)).toEqual([]);
  expect(await lint("profiles: [{ when: { source: file } }, { when: { source: url } }]")).toEqual([
    "scenario:1:12 profiles.0: No job gets this profile: this API doesn't have inputs in a file.",
  ]);
});

test("an error whose status the spec doesn't declare for the operation may be intentional", async () => {
  const text = "faults: [{ name: a, on: [cancelJob, getJob], error: unknown-job }]";
  expect(await findings(text)).toEqual([
    "warning undeclared-status x.yaml:1:53 faults.0.error: The spec declares no `404` response for `getJob`. Ignore this if the rule simulates a gateway's response.",
  ]);
});

test("a rule for some formats makes later rules for fewer of them unreachable", async () => {
  const text = `faults:
  - { name: a, on: getResults, when: { format: [csv, parquet] }, hang: true }
  - { name: b, on: getResults, when: { format: csv }, hang: true }
  - { name: c, on: getResults, when: { format: json }, hang: true }
`;
  expect((await findings(text)).map((line) => line.split(": ")[1])).toEqual(["`b` never fires"]);
});

test("thousands of row rules are compared quickly", async () => {
  const file = "x.yaml";
  const { scenario } = await checkScenario("rows: [{ index: 1, values: edge }]", {
    file,
    ...context,
  });
  const [rule] = scenario?.rows ?? [];
  if (scenario === undefined || rule === undefined) throw new TypeError("Expected a row rule.");
  const wheres = Array.from({ length: 5000 }, (_, index) =>
    index % 2 === 0
      ? ({ kind: "index", indexes: [index] } as const)
      : ({ kind: "contains", text: `text ${index}` } as const),
  );
  const rows = wheres.map((where) => ({ ...rule, where }));
  const before = process.cpuUsage();
  expect(lintScenario({ ...scenario, rows }, context)).toEqual([]);
  expect(process.cpuUsage(before).user).toBeLessThan(8_000_000);
});

describe("a rule for all of the later rules' rows leaves no rows to", () => {
  const message = (first: number) =>
    `This rule never applies: rows.${first} comes first and matches the same rows. Move this rule before rows.${first}.`;
  test.each([
    ["every: 1", "index: 3", true],
    ["share: 100%", "match: x", true],
    ["share: 20%", "share: 20%", false],
    ["index: [1, 2]", "index: 2", true],
    ["match: x", "match: x", true],
    ["every: 3", "every: 2", false],
  ])("a rule with %s before %s: %s", async (first, second, isUnreachable) => {
    const text = `rows:\n  - { ${first}, outcome: empty }\n  - { ${second}, outcome: refusal }\n`;
    expect(await findings(text)).toEqual(
      isUnreachable ? [`error unreachable-row-rule x.yaml:3:5 rows.1: ${message(0)}`] : [],
    );
  });
  test("later rules", async () => {
    const text = `rows:
  - { index: 0, outcome: empty }
  - { outcome: refusal }
  - { index: 1, outcome: empty }
  - { outcome: empty }
`;
    expect(await findings(text)).toEqual([
      `error unreachable-row-rule x.yaml:4:5 rows.2: ${message(1)}`,
      `error unreachable-row-rule x.yaml:5:5 rows.3: ${message(1)}`,
    ]);
  });
});

test("a stuck job that occupies a slot makes others endless", async () => {
  const text = `capacity: 2
profiles:
  - { when: { jobPriority: 0 }, outcome: { stuck: { in: starting } } }
  - { when: { jobPriority: 1 }, outcome: { stuck: { in: queued } } }
`;
  expect(await findings(text)).toEqual([
    "warning endless-profile x.yaml:3:42 profiles.0.outcome: 2 such jobs keep every other job in the queue: a job that is stuck in `starting` holds its slot until it is canceled, and `capacity` is 2.",
  ]);
});

test("a profile that takes too long is reported", async () => {
  const text = `profiles:
  - { when: { jobPriority: 0 }, running: 400d }
  - { when: { reasoning: true }, running: 400d, outcome: { stuck: { in: running } } }
  - { when: { source: dataset }, running: 400d, outcome: { failed: { after: 1h, reason: x } } }
  - { when: { hasSchema: true }, queued: [1s, { uniform: [0, 80d] }] }
  - { stalls: [{ at: 10%, for: { lognormal: { median: 29d, p95: 60d } } }] }
`;
  const hint = "If it should never end, write `outcome: { stuck: { in: running } }`.";
  expect(await findings(text)).toEqual([
    `warning endless-profile x.yaml:2:5 profiles.0: A job with this profile usually takes 400 days or more. ${hint}`,
    `warning endless-profile x.yaml:5:5 profiles.3: A job with this profile usually takes 40 days or more. ${hint}`,
  ]);
});

test("results that expire before they are ready are unobtainable", async () => {
  const text = `profiles:
  - { when: { jobPriority: 0 }, results: { lateBy: 5s, expireAfter: 5s } }
  - { results: { lateBy: { uniform: [4s, 6s] }, expireAfter: 5s } }
`;
  expect(await findings(text)).toEqual([
    "warning unobtainable-results x.yaml:2:42 profiles.0.results: Results are never available: they expire before they are ready. Make `expireAfter` longer than `lateBy`; both are measured from the job's end.",
  ]);
});

test("a profile for an unknown model causes a warning", async () => {
  const text = `models: { own: {} }\nprofiles:\n  - { when: { model: [own, model-3.1-8a] } }\n`;
  expect(await findings(text)).toEqual([
    "warning unknown-model x.yaml:3:22 profiles.0.when.model: There is no model `model-3.1-8a`. Did you mean `model-3.1-8b`?",
  ]);
});

test("a profile may name any model if unknown ones are accepted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const file = join(folder, "scenario.yaml");
  const text = "profiles: [{ when: { model: none } }]\n";
  await writeFile(file, text);
  const document = await loadBaseDocument();
  expect((await checkFile(file, document)).issues).toHaveLength(1);
  await writeFile(file, `${text}assumptions: { unknown-model: accepted }\n`);
  expect((await checkFile(file, document)).issues).toEqual([]);
  await rm(folder, { recursive: true });
});

test("an invalid scenario reports its problems as errors", async () => {
  const { scenario, issues } = await checkScenario("sede: 1", { file: "x.yaml", ...context });
  expect(scenario).toBeUndefined();
  expect(issues).toEqual([
    {
      severity: "error",
      file: "x.yaml",
      line: 1,
      column: 1,
      path: "sede",
      message: "Unknown key `sede`. Did you mean `seed`?",
    },
  ]);
});

test("without a spec and a catalog, all statuses and models count as known", async () => {
  const text = `profiles: [{ when: { model: x } }]\nfaults: [{ on: getJob, status: 418 }]`;
  const { issues } = await checkScenario(text, { file: "x.yaml", vocabulary: VOCABULARY });
  expect(issues).toEqual([]);
});

test("a file is checked in its own folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-lint-"));
  const file = join(folder, "doubtful.yaml");
  await writeFile(file, "profiles: [{}, {}]\n");
  const { scenario, issues } = await checkScenarioFile(file, {
    ...context,
    builtinDir: "scenarios",
  });
  await rm(folder, { recursive: true });
  expect(scenario?.name).toBe("doubtful");
  expect(issues.map(formatIssue)).toEqual([`${file}:1:16 profiles.1: ${UNREACHABLE_PROFILE}`]);
});
