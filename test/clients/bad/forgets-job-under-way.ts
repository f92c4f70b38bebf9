import { type ClientScript, stateIn, submit } from "../api.ts";

/** Polls a job once, and then does something else for an hour. */
export const forgetsJobUnderWay: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await stateIn(await api.get(`/job-status/${jobId}`), jobId);
  await api.sleep(3600);
};
