import type { SampleRules } from "../core/use-case-needs.ts";
import { CREATE_FIELDS } from "./create-fields.ts";
import { getResults, RESULTS_FIELDS } from "./get-results.ts";
import {
  getResultsFile,
  getResultsUrl,
  RESULTS_URL_FIELDS,
  SIGNED_FIELDS,
} from "./get-results-url.ts";
import { JOB_VALUES, jobIdIn, SAMPLE_ESTIMATE, sampleJobs, valuesUnder } from "./job-values.ts";
import {
  cancelJob,
  deleteJob,
  GET_JOB_FIELDS,
  getJob,
  getJobStatus,
  LIST_JOBS_FIELDS,
  listJobs,
  streamJobProgress,
} from "./jobs.ts";
import { pageValues, samplePages } from "./page.ts";
import { RUN_FIELDS, runInput } from "./run-input.ts";
import { type UseCase, useCase } from "./use-case.ts";
import { JOB_FIELDS } from "./view-job.ts";

const JOB_ID = "ID of the job.";

const BASE_URL = "The base URL of the service, as the client knows it.";
const SAMPLE_BASE = "http://127.0.0.1:4010";

const JOB_VIEW = { job: "The job.", ...valuesUnder("job.", JOB_VALUES), baseUrl: BASE_URL };

function jobViews(rules: SampleRules) {
  return sampleJobs(rules).map((job) => ({ job, baseUrl: SAMPLE_BASE }));
}

const SAMPLE_RUN = { requestId: "run-1", output: "Great.", confidence: null, ...SAMPLE_ESTIMATE };

const RESULTS_ERRORS = [
  "unknown-job",
  "results-not-ready",
  "results-of-unsuccessful",
  "results-expired",
] as const;

const RESULTS_VALUES = {
  jobId: JOB_ID,
  includeInputs: "Whether the inputs were requested.",
  includeCumulativeLogprobs: "Whether the cumulative log probabilities were requested.",
  outputs:
    "The outputs, as a list of strings or vectors; only in `body`, and not within a longer string.",
  inputs: "The inputs, as a list; only in `body`, and not within a longer string.",
  cumulativeLogprobs:
    "The cumulative log probabilities, as a list of numbers; only in `body`, and not within a longer string.",
  idColumn: "Name of the column that holds the rows' IDs; null if there is none.",
  ids: "The rows' IDs, as a list; only in `body`, and not within a longer string.",
  hasConfidence: "Whether the rows have confidence scores.",
  confidenceScores:
    "The confidence scores, as a list of numbers from 0 to 1; only in `body`, and not within a longer string.",
};

const SAMPLE_URL = {
  url: "http://127.0.0.1:4010/file?signature=0123",
  headUrl: "http://127.0.0.1:4010/file?signature=4567",
  expiresAt: 1_893_456_000_000,
  fileName: "results.parquet",
  contentType: "application/vnd.apache.parquet",
  byteLength: 1024,
  numRows: 2,
};

export const JOB_USE_CASES: Readonly<Record<string, UseCase>> = {
  createJob: useCase({
    fields: CREATE_FIELDS,
    errors: ["unknown-dataset", "unknown-model", "bad-url-input", "row-too-long"],
    fileErrors: ["unusable-file"],
    values: {
      jobId: JOB_ID,
      ...JOB_VIEW,
      costEstimate: "The estimate for a dry run; otherwise null.",
      "costEstimate.inputTokens": "Input tokens of all rows.",
      "costEstimate.outputTokens": "Estimated output tokens of all rows.",
      "costEstimate.costUsd": "The price of these tokens, in US dollars.",
    },
    samples: (rules) =>
      jobViews(rules).flatMap((view) => [
        { ...view, jobId: jobIdIn(rules), costEstimate: null },
        { ...view, jobId: jobIdIn(rules), costEstimate: SAMPLE_ESTIMATE },
      ]),
    // Loaded with the first job, together with everything that reads inputs.
    act: async (context, call) => (await import("./create-job.ts")).createJob(context, call),
  }),
  getResults: useCase({
    fields: RESULTS_FIELDS,
    errors: RESULTS_ERRORS,
    isPoll: "until results are ready",
    answers: "results",
    values: RESULTS_VALUES,
    samples: sampleResults,
    act: getResults,
  }),
  runInput: useCase({
    fields: RUN_FIELDS,
    errors: ["unknown-model", "row-too-long"],
    values: {
      requestId: "ID of the run.",
      modelId: "ID of the model.",
      output: "The output: a vector, the value of a JSON object or array, or text.",
      confidence: "The confidence score, from 0 to 1; null if there is none.",
      inputTokens: "Tokens of the input.",
      outputTokens: "Tokens of the output.",
      costUsd: "The price of these tokens, in US dollars.",
    },
    samples: ({ modelId }) =>
      [SAMPLE_RUN, { ...SAMPLE_RUN, confidence: 0.9 }].map((run) => ({ ...run, modelId })),
    act: runInput,
  }),
  getResultsUrl: useCase({
    fields: RESULTS_URL_FIELDS,
    errors: RESULTS_ERRORS,
    isPoll: "until results are ready",
    leadsTo: "getResultsFile",
    values: {
      jobId: JOB_ID,
      url: "URL of the file, signed for GET.",
      headUrl: "URL of the file, signed for HEAD.",
      expiresAt: "When the URLs expire, in ISO 8601.",
      fileName: "Name of the file; the job's ID if the operation for the file doesn't name it.",
      contentType: "Content type of the file.",
      byteLength: "Size of the file in bytes.",
      numRows: "Number of rows.",
    },
    samples: (rules) => [{ jobId: jobIdIn(rules), ...SAMPLE_URL }],
    act: getResultsUrl,
  }),
  getResultsFile: useCase({
    fields: SIGNED_FIELDS,
    errors: [
      ...RESULTS_ERRORS,
      "signed-url-invalid",
      "signed-url-expired",
      "range-not-satisfiable",
      "precondition-failed",
    ],
    answers: "results",
    values: RESULTS_VALUES,
    samples: sampleResults,
    act: getResultsFile,
  }),
  cancelJob: useCase({
    fields: JOB_FIELDS,
    errors: ["unknown-job-on-cancel"],
    values: { jobId: JOB_ID, ...JOB_VIEW },
    samples: (rules) => jobViews(rules).map((view) => ({ ...view, jobId: jobIdIn(rules) })),
    act: cancelJob,
  }),
  deleteJob: useCase({
    fields: JOB_FIELDS,
    errors: ["unknown-job", "job-not-ended"],
    values: { jobId: JOB_ID },
    samples: (rules) => [{ jobId: jobIdIn(rules) }],
    act: deleteJob,
  }),
  getJobStatus: useCase({
    fields: JOB_FIELDS,
    errors: ["unknown-job"],
    isPoll: true,
    values: JOB_VALUES,
    samples: (rules) => [...sampleJobs(rules)],
    act: getJobStatus,
  }),
  getJob: useCase({
    fields: GET_JOB_FIELDS,
    errors: ["unknown-job"],
    isPoll: true,
    values: JOB_VIEW,
    samples: jobViews,
    act: getJob,
  }),
  listJobs: useCase({
    fields: LIST_JOBS_FIELDS,
    values: {
      jobs: "The jobs on the page, newest first.",
      ...valuesUnder("jobs[].", JOB_VALUES),
      baseUrl: BASE_URL,
      ...pageValues("job"),
    },
    samples: (rules) =>
      samplePages(jobIdIn(rules)).map((page) => {
        return { jobs: page["hasMore"] ? sampleJobs(rules) : [], baseUrl: SAMPLE_BASE, ...page };
      }),
    act: listJobs,
  }),
  streamJobProgress: useCase({
    fields: JOB_FIELDS,
    errors: ["unknown-job"],
    answers: "lines",
    values: {
      ...JOB_VALUES,
      tokensPerSecond: "Mean throughput in tokens per second since the job started.",
      hasChanged:
        "Whether the state or the number of completed rows has changed since the previous update.",
    },
    samples: (rules) =>
      sampleJobs(rules).flatMap((job) =>
        [true, false].map((hasChanged) => ({ ...job, tokensPerSecond: 40_000, hasChanged })),
      ),
    act: streamJobProgress,
  }),
};

function sampleResults(rules: SampleRules) {
  const flags = [false, true];
  return flags.flatMap((includeInputs) =>
    flags.map((includeCumulativeLogprobs) => ({
      jobId: jobIdIn(rules),
      includeInputs,
      includeCumulativeLogprobs,
      idColumn: includeInputs ? "id" : null,
      ids: [7, "b"],
      hasConfidence: includeInputs !== includeCumulativeLogprobs,
      confidenceScores: [0.5, 1],
      outputs: ["Great.", '{"label":"good"}'],
      inputs: ["first", "second"],
      cumulativeLogprobs: [-1.5, -2],
    })),
  );
}
