import { type ClientScript, follow, submit } from "../api.ts";

/** Detects that a job has succeeded, and leaves the download to a nightly run. */
export const downloadsNextDay: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await follow(api, jobId);
  await api.sleep(24 * 3600);
  await (await api.get(`/jobs/${jobId}/results?result_format=json`)).text();
};
