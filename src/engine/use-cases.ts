import type { Fields } from "../core/use-case-needs.ts";
import type { OpenFile } from "../input/multipart/parse-multipart.ts";
import type { RowFile } from "../input/row-file.ts";
import type { Answer, Call, CallContext } from "./call-context.ts";
import * as datasets from "./datasets.ts";
import { type CallOf, FIELDS, type UseName } from "./fields.ts";
import * as files from "./files/files.ts";
import { startUpload, uploadFile } from "./files/upload.ts";
import { getResults, getResultsFile, getResultsUrl } from "./get-results.ts";
import * as jobs from "./jobs.ts";
import { runInput } from "./run-input.ts";
import * as webhooks from "./webhooks/endpoints.ts";

type Behavior<OwnCall> = {
  readonly act: (context: CallContext, call: OwnCall) => Answer | Promise<Answer>;
  /** Whether a call polls a job, which moves a `poll` clock. */
  readonly isPoll?: true | "until results are ready";
  /** Opens uploaded files; by default, their bytes aren't processed as they arrive. */
  readonly receive?: (context: CallContext, rowFile: RowFile) => Promise<OpenFile>;
};

const BEHAVIORS: { readonly [Name in UseName]: Behavior<CallOf<Name>> } = {
  // Loaded with the first job, together with all modules that read inputs.
  createJob: {
    act: async (context, call) => (await import("./create-job.ts")).createJob(context, call),
  },
  getResults: { act: getResults, isPoll: "until results are ready" },
  runInput: { act: runInput },
  getResultsUrl: { act: getResultsUrl, isPoll: "until results are ready" },
  getResultsFile: { act: getResultsFile },
  cancelJob: { act: jobs.cancelJob },
  deleteJob: { act: jobs.deleteJob },
  getJobStatus: { act: jobs.getJobStatus, isPoll: true },
  getJob: { act: jobs.getJob, isPoll: true },
  listJobs: { act: jobs.listJobs },
  streamJobProgress: { act: jobs.streamJobProgress },
  createDataset: { act: datasets.createDataset },
  uploadToDataset: { act: datasets.uploadToDataset },
  listDatasets: { act: datasets.listDatasets },
  listDatasetFiles: { act: datasets.listDatasetFiles },
  downloadFromDataset: { act: datasets.downloadFromDataset },
  createFile: {
    act: files.createFile,
    receive: async (context, rowFile) =>
      (await import("./files/receive-file.ts")).receiveFiles(context, rowFile),
  },
  startUpload: { act: startUpload },
  uploadFile: { act: uploadFile },
  getFile: { act: files.getFile },
  listFiles: { act: files.listFiles },
  deleteFile: { act: files.deleteFile },
  getFileContent: { act: files.getFileContent },
  // Unknown keys are rejected earlier (assumption `auth-operation`).
  tryAuthentication: { act: () => ({ kind: "view", view: {} }) },
  // The quotas, by job priority, are not enforced (assumption `quotas-operation`).
  getQuotas: { act: ({ rules }) => ({ kind: "view", view: { quotas: rules.quotas } }) },
  getOpenApi: { act: getOpenApi },
  getIndex: { act: getIndex },
  // A page that is the same on every server.
  getPage: { act: () => ({ kind: "page", view: {} }) },
  createWebhook: { act: webhooks.createWebhook },
  getWebhook: { act: webhooks.getWebhook },
  listWebhooks: { act: webhooks.listWebhooks },
  updateWebhook: { act: webhooks.updateWebhook },
  rotateWebhookSecret: { act: webhooks.rotateWebhookSecret },
  deleteWebhook: { act: webhooks.deleteWebhook },
  testWebhook: { act: webhooks.testWebhook },
};

function getOpenApi({ rules }: CallContext, { server }: Call): Answer {
  return { kind: "view", view: { document: rules.documentAt(server()) } };
}

function getIndex({ rules }: CallContext, { server }: Call): Answer {
  const { version, baseUrl, deploymentUrl, controlUrl = null } = server();
  const openApiPath = rules.pathOf("getOpenApi");
  const openApiUrl = openApiPath === undefined ? null : baseUrl + openApiPath;
  return { kind: "page", view: { version, baseUrl, deploymentUrl, openApiUrl, controlUrl } };
}

export type UseCase = Behavior<Call> & { readonly fields: Fields };

/** Every use case that an operation can be bound to, by its name in `x-batch-sim.use`. */
export const USE_CASES: Readonly<Record<string, UseCase>> = Object.fromEntries(
  Object.entries(BEHAVIORS).map(([name, behavior]) => {
    // The cast is safe: the spec, which is checked against these fields, maps and validates a
    // call's fields.
    return [name, { ...behavior, fields: FIELDS[name as UseName] } as UseCase];
  }),
);

export function useCaseOf(name: string): UseCase {
  const found = USE_CASES[name];
  if (found === undefined) throw new RangeError(`Expected a use case, got \`${name}\`.`);
  return found;
}
