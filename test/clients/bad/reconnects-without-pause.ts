import { type ClientScript, follow, submit } from "../api.ts";

/** Reads the progress of its job, and connects again at once when the stream has ended. */
export const reconnectsWithoutPause: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await follow(api, jobId);
  for (let reads = 0; reads < 60; reads++)
    await (await api.get(`/stream-job-progress/${jobId}`)).text();
  await (await api.get(`/jobs/${jobId}/results?result_format=json`)).json();
};
