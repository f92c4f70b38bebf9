import { type ClientScript, stateIn, submit, TERMINAL } from "../api.ts";

/** Treats a poll that fails for any reason as the end of the job, and forgets the job. */
export const dropsJobOnFailedPoll: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let polls = 0; polls < 50; polls++) {
    const response = await api.get(`/job-status/${jobId}`);
    if (!response.ok) return;
    if (TERMINAL.has(await stateIn(response, jobId))) break;
    await api.sleep(2);
  }
  await (await api.get(`/jobs/${jobId}/results?result_format=json`)).json();
};
