import { type ClientScript, stateIn, submit, TERMINAL } from "../api.ts";

/** Gives up on a job that is still under way after three polls, and neither cancels it nor says so. */
export const givesUpAfterThreePolls: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let polls = 0; polls < 3; polls++)
    if (TERMINAL.has(await stateIn(await api.get(`/job-status/${jobId}`), jobId))) return;
};
