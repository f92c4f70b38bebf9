import { type ClientScript, submit } from "../api.ts";

/** Polls a job twice, and abandons it if both polls fail. */
export const abandonsAfterTwoPolls: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let polls = 0; polls < 2; polls++) {
    const response = await api.get(`/job-status/${jobId}`);
    await response.text();
    if (response.ok) throw new Error("The outage is over.");
    await api.sleep(1);
  }
};
