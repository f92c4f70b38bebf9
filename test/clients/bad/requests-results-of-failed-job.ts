import { type ClientScript, follow, submit } from "../api.ts";

/** Requests the results as soon as a job has ended, however it ended. */
export const requestsResultsOfFailedJob: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await follow(api, jobId);
  await (await api.get(`/jobs/${jobId}/results?result_format=json`)).text();
};
