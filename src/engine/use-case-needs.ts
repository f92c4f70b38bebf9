import type { SampleRules, UseCaseNeeds } from "../core/use-case-needs.ts";
import { jobIdOf } from "./job-id.ts";
import type { JobRecord } from "./job-record.ts";

const JOB = { fields: ["jobId"], required: ["jobId"], errors: ["unknown-job"] } as const;
const NOTHING = { fields: [], required: [], errors: [] } as const;
const DATASET = {
  fields: ["datasetId"],
  required: ["datasetId"],
  errors: ["unknown-dataset"],
} as const;

/** What each use case asks of an operation, by its name in `x-batch-sim.use`. */
export const USE_CASE_NEEDS: Readonly<Record<string, UseCaseNeeds>> = {
  createJob: {
    fields: [
      "inputs",
      "modelId",
      "systemPrompt",
      "jsonSchema",
      "temperature",
      "topP",
      "maxTokens",
      "samplingSeed",
      "stop",
      "samplingParams",
      "jobPriority",
      "dryRun",
      "randomSeedPerInput",
      "truncateRows",
      "columnName",
      "name",
      "description",
    ],
    required: ["inputs"],
    errors: ["unknown-dataset", "unknown-model", "bad-url-input", "row-too-long"],
    answers: "view",
    samples: (rules) => [
      { jobId: jobIdIn(rules), costEstimate: null },
      { jobId: jobIdIn(rules), costEstimate: ESTIMATE },
    ],
  },
  getResults: {
    fields: ["jobId", "format", "includeInputs", "includeCumulativeLogprobs"],
    required: ["jobId", "format"],
    errors: ["unknown-job", "results-not-ready", "results-of-unsuccessful", "results-expired"],
    answers: "results",
    samples: (rules) => [resultsOf(rules, false), resultsOf(rules, true)],
  },
  cancelJob: {
    ...JOB,
    errors: ["unknown-job-on-cancel"],
    answers: "view",
    samples: (rules) => [{ jobId: jobIdIn(rules) }],
  },
  getJobStatus: {
    ...JOB,
    answers: "view",
    samples: (rules) => [{ jobId: jobIdIn(rules), state: "running" }],
  },
  getJob: {
    ...JOB,
    answers: "view",
    samples: (rules) => jobRecords(rules).map((job) => ({ job })),
  },
  listJobs: { ...NOTHING, answers: "view", samples: (rules) => [{ jobs: jobRecords(rules) }] },
  streamJobProgress: {
    ...JOB,
    answers: "lines",
    samples: (rules) => jobRecords(rules).map((job) => ({ ...job, tokensPerSecond: 40_000 })),
  },
  createDataset: {
    ...NOTHING,
    answers: "view",
    samples: () => [{ datasetId: DATASET_RECORD.datasetId }],
  },
  uploadToDataset: {
    fields: ["datasetId", "file"],
    required: ["datasetId", "file"],
    errors: ["unknown-dataset", "invalid-request"],
    answers: "view",
    samples: () => [{ dataset: DATASET_RECORD }],
  },
  listDatasets: {
    ...NOTHING,
    answers: "view",
    samples: () => [{ datasets: [DATASET_RECORD] }],
  },
  listDatasetFiles: {
    ...DATASET,
    answers: "view",
    samples: () => [{ fileNames: ["rows.csv"] }],
  },
  downloadFromDataset: {
    ...DATASET,
    fields: ["datasetId", "fileName"],
    required: ["datasetId", "fileName"],
    answers: "file",
    samples: () => [],
  },
  tryAuthentication: { ...NOTHING, answers: "view", samples: () => [{}] },
  getQuotas: { ...NOTHING, answers: "view", samples: ({ quotas }) => [{ quotas }] },
  getOpenApi: { ...NOTHING, answers: "view", samples: () => [{ document: {} }] },
};

const ESTIMATE = { inputTokens: 12, outputTokens: 120, costUsd: 0.000006 };
const AT = 1_893_456_000_000;
const HEX = "0123456789abcdef".repeat(4);

const DATASET_RECORD = {
  datasetId: "dataset-01234567-89ab-8def-8123-456789abcdef",
  addedAt: AT,
  updatedAt: AT,
  numRows: 2,
  schema: { inputs: "string" },
};

function jobIdIn({ assumptions }: SampleRules): string {
  return jobIdOf(HEX, assumptions);
}

function resultsOf(rules: SampleRules, isFull: boolean) {
  return {
    jobId: jobIdIn(rules),
    includeInputs: isFull,
    includeCumulativeLogprobs: isFull,
    outputs: ["Great.", '{"label":"good"}'],
    inputs: ["first", "second"],
    cumulativeLogprobs: [-1.5, -2],
  };
}

/** A job that waits, one that failed, and a dry run that is done: every field in every form. */
function jobRecords(rules: SampleRules): JobRecord[] {
  const waiting: JobRecord = {
    jobId: jobIdIn(rules),
    name: null,
    description: null,
    state: "queued",
    modelId: rules.modelId,
    jobPriority: 0,
    numRows: 2,
    rowsCompleted: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    costEstimate: null,
    dryRun: false,
    createdAt: AT,
    addedAt: null,
    startedAt: null,
    completedAt: null,
    failureReason: null,
  };
  const ended = { name: "n", description: "d", addedAt: AT, startedAt: AT, completedAt: AT };
  return [
    waiting,
    { ...waiting, ...ended, state: "failed", failureReason: "Row 0 has too many tokens." },
    { ...waiting, ...ended, state: "succeeded", dryRun: true, costEstimate: ESTIMATE },
  ];
}
