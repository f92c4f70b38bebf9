import { type ClientScript, stateIn, submit } from "../api.ts";

/** Polls ten times without a pause before it begins to wait. */
export const pollsWithoutPause: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let polls = 0; polls < 10; polls++)
    await stateIn(await api.get(`/job-status/${jobId}`), jobId);
};
