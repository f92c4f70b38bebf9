import type { SpecVocabulary } from "../../src/scenario/parse-options.ts";

const OPERATION_IDS = [
  "createJob",
  "getResults",
  "cancelJob",
  "getJobStatus",
  "getJob",
  "listJobs",
  "streamJobProgress",
  "createDataset",
  "uploadToDataset",
  "listDatasets",
  "listDatasetFiles",
  "downloadFromDataset",
  "tryAuthentication",
  "getQuotas",
  "getOpenApi",
];

/** The words that scenarios of these tests may use. */
export const VOCABULARY: SpecVocabulary = {
  operationIds: OPERATION_IDS,
  fields: {},
  uses: Object.fromEntries(OPERATION_IDS.map((id) => [id, id])),
  errors: {
    unauthenticated: 401,
    "unknown-job": 404,
    "unknown-job-on-cancel": 404,
    "rate-limited": 429,
    "key-expired": 401,
    overloaded: 503,
    unavailable: 503,
  },
  formats: { getResults: { csv: "csv-zip", parquet: "parquet", json: "json" } },
  assumptions: {
    "create-status": { question: "Success code of create.", values: [200, 201, 202] },
    "unknown-job": { question: "Answer for an unknown job.", values: [404, 400] },
    "job-states": {
      question: "Names of the states.",
      values: ["upper-case", "lower-case", "unknown-first"],
    },
    "rate-limit": {
      question: "Is there a rate limit?",
      values: ["none", "a number of requests per second"],
      schema: { anyOf: [{ const: "none" }, { type: "number", exclusiveMinimum: 0 }] },
    },
    webhooks: { question: "Are webhooks sent?", values: ["none", "standard"] },
  },
  states: [
    "queued",
    "starting",
    "running",
    "finalizing",
    "cancelling",
    "succeeded",
    "failed",
    "cancelled",
  ],
  webhookEvents: ["job.done", "job.failed"],
  hasRowIds: true,
};
