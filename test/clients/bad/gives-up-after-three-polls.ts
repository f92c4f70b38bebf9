import { type ClientScript, stateIn, submit, TERMINAL } from "../api.ts";

/** Gives up on an active job after three polls, and neither cancels it nor reports that. */
export const givesUpAfterThreePolls: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let polls = 0; polls < 3; polls++)
    if (TERMINAL.has(await stateIn(await api.get(`/job-status/${jobId}`), jobId))) return;
};
