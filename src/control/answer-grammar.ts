import { z } from "zod";
import { JOB_STATES } from "../core/job/state.ts";
import { SEVERITIES } from "../findings/finding.ts";
import { FINDING_IDS } from "../findings/finding-table.ts";
import type { VerbName } from "./verb.ts";

/*
 * What the verbs answer, for the control API's own document. Facts, fault rules and scenarios are described as far as a reader
 * needs it: their full shape is that of the package's types.
 */

const instant = z.number().meta({ description: "Milliseconds since 1970 on the sandbox's clock." });
const count = z.int().min(0);
const data = z.record(z.string(), z.unknown());
const jobState = z.enum(JOB_STATES);

const clockReading = z.strictObject({
  now: instant,
  iso: z.iso.datetime(),
  clock: z.string(),
  waiting: count,
});
const jobEvent = z.strictObject({ at: instant, jobId: z.string(), state: jobState });
const advance = z.strictObject({ now: instant, events: z.array(jobEvent) });

const jobShape = {
  jobId: z.string(),
  state: jobState,
  numRows: count,
  rowsCompleted: count,
  createdAt: instant,
  addedAt: instant.optional(),
  startedAt: instant.optional(),
  completedAt: instant.optional(),
  failureReason: z.string().optional(),
  results: z.looseObject({ kind: z.enum(["ready", "notReady", "never", "expired"]) }),
  modelId: z.string(),
  jobPriority: z.literal([0, 1]),
  dryRun: z.boolean(),
  nextChangeAt: instant.optional(),
};
const jobReport = z.strictObject(jobShape);
const fact = z.looseObject({
  type: z.enum(["submitted", "inputs", "cancelRequested", "forced"]),
  at: instant,
});
const jobDetail = z.strictObject({
  ...jobShape,
  facts: z.array(fact),
  timeline: z.array(z.strictObject({ state: jobState, from: instant })),
});

const faultReport = z.strictObject({
  rule: z.looseObject({ name: z.string(), fault: z.looseObject({ kind: z.string() }) }),
  matched: count,
  fired: count,
});
const summaryShape = { name: z.string(), description: z.string(), goodClient: z.string() };
const scenario = z.looseObject({ ...summaryShape, profiles: z.array(data), faults: z.array(data) });

const recordedBody = z.strictObject({
  byteLength: count,
  text: z.string().optional(),
  isCut: z.boolean().optional(),
  sha256: z.string().optional(),
});
const headers = z.record(z.string(), z.union([z.string(), z.number()]));
const exchange = z.looseObject({
  id: count,
  at: instant,
  wallAt: z.number(),
  method: z.string(),
  url: z.string(),
  operationId: z.string().optional(),
  nearest: z.string().optional(),
  jobId: z.string().optional(),
  jobState: jobState.optional(),
  request: z.strictObject({ headers, body: recordedBody.optional() }),
  response: z.strictObject({ status: count, headers, body: recordedBody.optional() }),
  fault: z.string().optional(),
  simError: z.string().optional(),
  problems: z.array(z.unknown()),
  end: z.enum(["finished", "aborted"]),
  durationMs: z.number(),
});

const assumption = z.strictObject({
  id: z.string(),
  question: z.string(),
  value: z.unknown(),
  default: z.unknown(),
  setBy: z.enum(["default", "overlay", "scenario"]),
  isDeviation: z.boolean(),
  reliedOnBy: z.array(z.string()),
});
const fileShape = { name: z.string(), byteLength: count, expiresAt: instant };
const sandboxReport = z.strictObject({
  name: z.string(),
  scenario: z.string(),
  seed: z.int(),
  clock: z.string(),
  now: instant,
  jobs: count,
  exchanges: count,
  byteLength: count,
  openRequests: count,
});
const madeSandbox = z.strictObject({
  name: z.string(),
  apiKey: z.string(),
  scenario: z.string(),
  seed: z.int(),
  clock: z.string(),
  baseUrl: z.string(),
  deploymentUrl: z.string(),
});
const snapshot = z.looseObject({
  name: z.string(),
  seed: z.int(),
  clock: clockReading,
  scenario,
  jobs: z.array(z.strictObject({ jobId: z.string(), facts: z.array(fact) })),
  submissions: z.record(z.string(), count),
  datasets: z.array(data),
  faultHits: z.record(z.string(), data),
  calls: z.record(z.string(), count),
  rate: z.strictObject({ tokens: z.number(), at: instant }).nullable(),
  files: z.array(z.strictObject(fileShape)),
  journal: z.array(exchange),
});

const finding = z.looseObject({
  id: z.enum(FINDING_IDS),
  severity: z.enum(SEVERITIES),
  sentence: z.string(),
  cure: z.string(),
  exchanges: z.array(count),
  isExpected: z.boolean(),
});
const report = z.looseObject({
  form: z.literal("batch-sim-report/1"),
  version: z.string(),
  summary: z.record(z.string(), count),
  findings: z.array(finding),
  coverage: z.looseObject({ share: z.number().min(0).max(1) }),
});

/** What each verb answers; undefined where that is nothing. */
export const ANSWER_GRAMMAR: Readonly<Record<VerbName, z.ZodType | undefined>> = {
  readClock: clockReading,
  advanceClock: advance,
  advanceUntil: advance,
  listJobs: z.array(jobReport),
  getJob: jobDetail,
  forceJob: jobReport,
  failJob: jobReport,
  listFaults: z.array(faultReport),
  unusedFaults: z.array(faultReport),
  addFaults: z.array(faultReport),
  removeFault: undefined,
  getScenario: scenario,
  putScenario: scenario,
  listScenarios: z.array(z.strictObject(summaryShape)),
  findExchanges: z.array(exchange),
  countExchanges: z.strictObject({ count }),
  waitForExchange: exchange,
  clearJournal: undefined,
  listAssumptions: z.array(assumption),
  putFile: z.strictObject({ ...fileShape, url: z.url() }),
  getSnapshot: snapshot,
  reset: undefined,
  createSandbox: madeSandbox,
  listSandboxes: z.array(sandboxReport),
  getSandbox: sandboxReport,
  deleteSandbox: undefined,
  getReport: report,
  findFindings: z.array(finding),
  expectFinding: undefined,
  expectClientError: undefined,
  getHealth: z.strictObject({ status: z.literal("ok"), version: z.string(), sandboxes: count }),
};
