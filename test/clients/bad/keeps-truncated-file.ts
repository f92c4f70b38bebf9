import { type ClientScript, follow, submit } from "../api.ts";

/** Keeps the bytes that have arrived when a download breaks off. */
export const keepsTruncatedFile: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await follow(api, jobId);
  const response = await api.get(`/jobs/${jobId}/results?result_format=csv`);
  await response.arrayBuffer().catch(() => undefined);
};
