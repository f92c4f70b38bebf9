import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as library from "../src/index.ts";

// The package's public names, and the declarations that `npm run build` writes for them.

const VALUES = [
  "connect",
  "DEFAULT_API_KEY",
  "expectNoFindings",
  "FINDING_TABLE",
  "FindingsError",
  "SimulatorError",
  "startSimulator",
];

const COMMON_TYPES = [
  "AdvanceGoal",
  "ClockSpec",
  "ConnectOptions",
  "Control",
  "Exchange",
  "ExpectedFinding",
  "FaultInput",
  "Finding",
  "FindingId",
  "Instant",
  "Issue",
  "JobReport",
  "JobState",
  "JournalFilter",
  "ModelInput",
  "NoFindingsOptions",
  "OnExchange",
  "OnNotice",
  "OperationId",
  "OutputOf",
  "OutputRequest",
  "ProfileInput",
  "Report",
  "RowRuleInput",
  "SandboxHandle",
  "SandboxOptions",
  "ScenarioInput",
  "ScenarioName",
  "ScenarioSource",
  "Severity",
  "Simulator",
  "SimulatorErrorCode",
  "SimulatorOptions",
  "TlsOptions",
];

const TYPES = [
  "Advance",
  "AdvanceGoal",
  "AssumptionReport",
  "Assumptions",
  "AssumptionSetter",
  "AssumptionsInput",
  "AttemptReport",
  "CallMatch",
  "CancelRequestedFact",
  "CancelRule",
  "ClockReading",
  "ClockSpec",
  "ClockText",
  "ConnectOptions",
  "Control",
  "ControlClock",
  "ControlFaults",
  "ControlFiles",
  "ControlJobs",
  "ControlJournal",
  "ControlMethods",
  "ControlScenario",
  "ControlWebhooks",
  "CoverageList",
  "CoverageName",
  "CoverageReport",
  "DatasetRow",
  "DatasetSnapshot",
  "DeletedFact",
  "Delivery",
  "DeliveryAttempt",
  "DeliveryFault",
  "DeliveryQuery",
  "DeliveryReport",
  "DeliveryRule",
  "Distribution",
  "DistributionInput",
  "DurationInput",
  "ErrorOutcome",
  "Exchange",
  "ExchangeEnd",
  "ExchangeSummary",
  "ExpectedFinding",
  "Fact",
  "Facts",
  "FailurePoint",
  "Fault",
  "FaultInput",
  "FaultPhase",
  "FaultReport",
  "FaultRule",
  "FileChecks",
  "FileProblem",
  "FileReport",
  "Finding",
  "FindingExpectation",
  "FindingId",
  "FindingKind",
  "ForcedFact",
  "Health",
  "IndexedValues",
  "InputProblem",
  "InputsFact",
  "InputSource",
  "InputsOutcome",
  "Instant",
  "Integer",
  "Issue",
  "JobDetail",
  "JobEvent",
  "JobLife",
  "JobOutcome",
  "JobPreview",
  "JobReport",
  "JobState",
  "JobTimeline",
  "JobView",
  "JournalFilter",
  "JournalQuery",
  "JsonArray",
  "JsonObject",
  "JsonValue",
  "Judging",
  "Knot",
  "LineProblemKind",
  "LoopDelay",
  "MadeSandbox",
  "Model",
  "ModelChange",
  "ModelInput",
  "NoFindingsOptions",
  "NotJudged",
  "NotPlayed",
  "OneKeyOf",
  "OnExchange",
  "OnNotice",
  "OperationGroup",
  "OperationId",
  "OutputOf",
  "OutputRequest",
  "OutstandingDelivery",
  "Pace",
  "PageOfJobs",
  "Phase",
  "Phases",
  "PreviewedFault",
  "PreviewedResponse",
  "Problem",
  "Profile",
  "ProfileInput",
  "ProfileRule",
  "QuotedExchange",
  "RanCommand",
  "ReadyInputs",
  "RecordedBody",
  "RecordedPreview",
  "RecordPlaces",
  "RefusedInputs",
  "RepeatableRequest",
  "ReplicaStatus",
  "Report",
  "ReportOptions",
  "ReportSummary",
  "Reproduction",
  "ResultsAvailability",
  "ResultsRule",
  "RowError",
  "RowMatch",
  "RowOrder",
  "RowOutcome",
  "RowProgress",
  "RowRule",
  "RowRuleInput",
  "RuleCheck",
  "RunTrace",
  "SamplingParams",
  "SandboxAccess",
  "SandboxHandle",
  "SandboxOptions",
  "SandboxReport",
  "SandboxSummary",
  "Scenario",
  "ScenarioDataset",
  "ScenarioInput",
  "ScenarioName",
  "ScenarioRemark",
  "ScenarioSource",
  "ScenarioSummary",
  "ScenarioWebhook",
  "ServiceWords",
  "Severity",
  "ShareInput",
  "SignatureFault",
  "Simulator",
  "SimulatorErrorCode",
  "SimulatorOptions",
  "Snapshot",
  "Span",
  "Stall",
  "Submission",
  "SubmissionMatch",
  "SubmittedFact",
  "SummariesQuery",
  "TimelineOutline",
  "TlsOptions",
  "ToolPlaces",
  "TracedJob",
  "TracedSandbox",
  "Unmet",
  "ValueKind",
  "VectorPlaces",
  "Vitals",
  "WebhookReport",
  "WebhookRequest",
];

const INDEX = readFileSync("dist/types/index.d.ts", "utf8");
const DECLARATIONS = readFileSync("dist/types/types.d.ts", "utf8");
const byName = (a: string, b: string): number => a.toLowerCase().localeCompare(b.toLowerCase());
const declared = (text: string, kinds: string): string[] =>
  [...text.matchAll(new RegExp(`^export (?:declare )?(?:${kinds}) (\\w+)`, "gm"))]
    .map(([, name = ""]) => name)
    .sort(byName);

test("these values are public, and no others", () => {
  expect(Object.keys(library).sort(byName)).toEqual(VALUES);
  expect([...new Set(declared(INDEX, "class|function|const"))]).toEqual(VALUES);
});

test("`batch-sim` exports the types that most tests need", () => {
  const names = [...INDEX.matchAll(/^export type \{([^}]*)\} from "\.\/types\.js";$/gm)].flatMap(
    ([, list = ""]) => list.split(",").map((name) => name.trim()),
  );
  expect(names.sort(byName)).toEqual(COMMON_TYPES);
  expect(declared(INDEX, "type|interface")).toEqual([]);
});

test("`batch-sim/types` exports these types, and no others", () => {
  expect(declared(DECLARATIONS, "type|interface")).toEqual(TYPES);
});

test("every type that a public declaration mentions is public, and needs no other module", () => {
  const others = [...DECLARATIONS.matchAll(/^(?:declare )?(?:type|interface|class|const) (\w+)/gm)];
  // Types are derived from these lists.
  expect(others.map(([, name]) => name).sort()).toEqual([
    "COVERAGE_NAMES",
    "JOB_STATES",
    "LINE_PROBLEM_KINDS",
    "SIMULATOR_ERROR_STATUSES",
  ]);
  expect(DECLARATIONS).not.toMatch(/^import|\bfrom "|\bimport\(/m);
});

test("no description in the declarations begins with a second asterisk", () => {
  expect(DECLARATIONS).toMatch(/\* Any string, such as the name of the test\./);
  expect(DECLARATIONS).not.toMatch(/^\s*(?:\/\*\*|\*) \* /m);
});

test.each(["jest", "node-test", "vitest"])(
  "`batch-sim/%s` exports the type of a sandbox",
  (name) => {
    const text = readFileSync(`dist/types/runners/${name}.d.ts`, "utf8");
    expect(text).toMatch(/^export \{ SandboxHandle \};$/m);
  },
);

/** Everything that a test suite's fixtures could export without naming a type. */
const CONSUMER = `
import { connect, expectNoFindings, FINDING_TABLE, startSimulator } from "batch-sim";

export const start = () => startSimulator();
export const control = connect("http://127.0.0.1:4010");
export const { clock, faults, files, jobs, journal } = control;
export const scenario = () => control.scenario.get();
export const put = (name: string) => control.scenario.put(name);
export const summaries = () => control.scenario.list();
export const rules = async () => (await control.scenario.get()).faults;
export const profiles = async () => (await control.scenario.get()).profiles;
export const datasets = async () => (await control.scenario.get()).datasets;
export const job = (jobId: string) => control.jobs.get(jobId);
export const facts = async (jobId: string) => (await control.jobs.get(jobId)).facts;
export const submission = async (jobId: string) => (await facts(jobId))[0].submission;
export const force = (jobId: string) => control.jobs.force(jobId, "failed");
export const advance = () => control.clock.advance("5m");
export const rule = async () => (await control.faults.list())[0]?.rule.fault;
export const exchanges = () => control.journal.find();
export const problems = async () => (await control.journal.wait()).problems;
export const file = () => control.files.put("inputs.csv", "input\\na\\n");
export const { assumptions, findings, health, info, report, sandbox, sandboxes, snapshot } = control;
export const lives = async () => (await control.report()).lives;
export const coverage = async () => (await control.report()).coverage;
export const box = () => control.sandbox({ seed: 7 });
export const none = () => expectNoFindings(control);
export const kinds = () => Object.values(FINDING_TABLE);
export const typed = () =>
  startSimulator({
    scenario: { profiles: [{ queued: "3m" }], faults: [{ on: "createJob", status: 503, times: 1 }] },
    clock: "60x",
  });
// @ts-expect-error
export const fast = () => startSimulator({ clock: "fast" });
// @ts-expect-error
export const misspelled = () => control.faults.add({ on: "createJob", stauts: 503 });
// @ts-expect-error
export const misspelledOperation = () => control.faults.add({ on: "getjob", status: 503 });
// @ts-expect-error
export const twoFaults = () => control.faults.add({ on: "createJob", status: 503, hang: true });
`;

describe("a project that uses the package compiles with its own declarations", () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-consumer-"));
  beforeAll(() => {
    const installed = join(folder, "node_modules", "batch-sim");
    cpSync("dist/types", join(installed, "dist", "types"), { recursive: true });
    cpSync("package.json", join(installed, "package.json"));
    for (const name of ["consumer.ts", "commonjs.cts"]) writeFileSync(join(folder, name), CONSUMER);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("with module %s and moduleResolution %s", (module, moduleResolution) => {
    const compilerOptions = {
      ...{ module, moduleResolution, target: "es2023", lib: ["es2023", "esnext.disposable"] },
      ...{ strict: true, declaration: true, types: [], outDir: module },
    };
    const project = join(folder, `tsconfig.${module}.json`);
    writeFileSync(
      project,
      JSON.stringify({ compilerOptions, include: ["consumer.ts", "commonjs.cts"] }),
    );
    expect(compile(project)).toBe("");
    for (const name of ["consumer.d.ts", "commonjs.d.cts"])
      expect(readFileSync(join(folder, module, name), "utf8")).toContain(
        'export declare const scenario: () => Promise<import("batch-sim/types").Scenario>;',
      );
  });
});

/** The compiler's output. */
function compile(project: string): string {
  const tsc = resolve("node_modules/typescript/bin/tsc");
  try {
    return execFileSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
