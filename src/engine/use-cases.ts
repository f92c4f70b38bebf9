import { getOpenApi, getQuotas, tryAuthentication } from "./account.ts";
import type { UseCase } from "./answer.ts";
import { cancelJob } from "./cancel-job.ts";
import { createJob } from "./create-job.ts";
import {
  createDataset,
  downloadFromDataset,
  listDatasetFiles,
  listDatasets,
  uploadToDataset,
} from "./datasets.ts";
import { getResults } from "./get-results.ts";
import { getJob, getJobStatus, listJobs } from "./read-jobs.ts";
import { streamJobProgress } from "./stream-job-progress.ts";

/** Everything that an operation of the document can be bound to, by the name in `x-batch-sim.use`. */
export const USE_CASES: Readonly<Record<string, UseCase>> = {
  createJob,
  getResults,
  cancelJob,
  getJobStatus,
  getJob,
  listJobs,
  streamJobProgress,
  createDataset,
  uploadToDataset,
  listDatasets,
  listDatasetFiles,
  downloadFromDataset,
  tryAuthentication,
  getQuotas,
  getOpenApi,
};

/** Use cases that ask how a job is: on a `poll` clock they move the time. */
export const POLLS: ReadonlySet<string> = new Set(["getJobStatus", "getJob"]);
