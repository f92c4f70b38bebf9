import { type ClientScript, follow } from "../api.ts";

/** Downloads the file behind a pre-signed URL with the headers of its other requests, including the API key. */
export const sendsKeyToSignedUrl: ClientScript = async (api) => {
  const created = await api.post("/batch-inference", { inputs: ["Great product"] });
  const { results: jobId } = (await created.json()) as { results: string };
  await follow(api, jobId);
  const response = await api.get(`/jobs/${jobId}/results-url?format=json`);
  const { urls } = (await response.json()) as { urls: { get: string } };
  await (await api.getUrl(urls.get)).text();
};
