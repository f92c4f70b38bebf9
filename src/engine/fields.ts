import type { FieldValues } from "../core/use-case-needs.ts";
import type { Answer, Call, CallContext } from "./call-context.ts";

const STRING = { type: "string" } as const;
const STRINGS = { type: "string or strings" } as const;
const NUMBER = { type: "number" } as const;
const BOOLEAN = { type: "boolean" } as const;
const OBJECT = { type: "object" } as const;
const REQUIRED = { type: "string", isRequired: true } as const;
const REQUIRED_STRINGS = { type: "string or strings", isRequired: true } as const;
const CONTENT = { type: "any", isRequired: true } as const;

const JOB = { jobId: REQUIRED } as const;
const RESULTS = {
  ...JOB,
  format: REQUIRED,
  includeInputs: BOOLEAN,
  includeCumulativeLogprobs: BOOLEAN,
} as const;
const PAGE = { after: STRING, before: STRING, limit: NUMBER, page: NUMBER } as const;
const DATASET = { datasetId: REQUIRED } as const;
const FILE = { fileId: REQUIRED } as const;
const ENDPOINT = { endpointId: REQUIRED } as const;

/** The fields that requests to each use case can set; `data/use-cases.yaml` explains them. */
export const FIELDS = {
  createJob: {
    inputs: CONTENT,
    modelId: STRING,
    systemPrompt: STRING,
    jsonSchema: OBJECT,
    temperature: NUMBER,
    topP: NUMBER,
    maxTokens: NUMBER,
    samplingSeed: NUMBER,
    stop: STRINGS,
    samplingParams: OBJECT,
    jobPriority: NUMBER,
    dryRun: BOOLEAN,
    randomSeedPerInput: BOOLEAN,
    truncateRows: BOOLEAN,
    columnName: STRING,
    idColumn: STRING,
    name: STRING,
    description: STRING,
    window: STRING,
    outputLife: STRING,
  },
  getResults: RESULTS,
  runInput: { modelId: REQUIRED, input: CONTENT, includeConfidence: BOOLEAN },
  getResultsUrl: { ...RESULTS, expiresInSeconds: NUMBER },
  getResultsFile: { ...RESULTS, sandbox: REQUIRED, expiresAt: REQUIRED, signature: REQUIRED },
  cancelJob: JOB,
  deleteJob: JOB,
  getJobStatus: JOB,
  getJob: { ...JOB, withLines: BOOLEAN },
  listJobs: { ...PAGE, states: STRINGS },
  streamJobProgress: JOB,
  createDataset: {},
  uploadToDataset: { ...DATASET, file: CONTENT },
  listDatasets: {},
  listDatasetFiles: DATASET,
  downloadFromDataset: { ...DATASET, fileName: REQUIRED },
  createFile: { file: CONTENT, purpose: REQUIRED, fileName: STRING, expiresIn: STRING },
  startUpload: { purpose: REQUIRED, fileName: STRING, announcedBytes: NUMBER },
  uploadFile: {
    uploadId: REQUIRED,
    sandbox: REQUIRED,
    file: { type: "any" },
    action: { type: "string", words: ["add", "finish", "query", "cancel"] },
    offset: NUMBER,
  },
  getFile: FILE,
  listFiles: { ...PAGE, purpose: STRING, order: STRING },
  deleteFile: FILE,
  getFileContent: FILE,
  tryAuthentication: {},
  getQuotas: {},
  getOpenApi: {},
  getIndex: {},
  getPage: {},
  createWebhook: { name: STRING, url: REQUIRED, events: REQUIRED_STRINGS },
  getWebhook: ENDPOINT,
  listWebhooks: PAGE,
  updateWebhook: { ...ENDPOINT, name: STRING, url: STRING, events: STRINGS },
  rotateWebhookSecret: { ...ENDPOINT, keepsOld: BOOLEAN },
  deleteWebhook: ENDPOINT,
  testWebhook: { ...ENDPOINT, event: REQUIRED },
} as const;

export type UseName = keyof typeof FIELDS;

export type FieldsOf<Use extends UseName> = FieldValues<(typeof FIELDS)[Use]>;

export type CallOf<Use extends UseName> = Call<FieldsOf<Use>>;

export type Act<Use extends UseName> = (
  context: CallContext,
  call: CallOf<Use>,
) => Answer | Promise<Answer>;
