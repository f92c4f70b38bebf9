import { type ClientScript, submit } from "../api.ts";

/** Sends one cancel request, and ignores the response. */
export const cancelsOnce: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await (await api.get(`/job-status/${jobId}`)).json();
  await (await api.deployment(`/v1/job-cancel/${jobId}`)).text();
};
