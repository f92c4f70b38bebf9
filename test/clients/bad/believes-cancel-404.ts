import { type ClientScript, submit } from "../api.ts";

/** Treats a job as gone because its cancel request returned 404. */
export const believesCancel404: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await (await api.get(`/job-status/${jobId}`)).json();
  const { status } = await api.deployment(`/v1/job-cancel/${jobId}`);
  if (status === 404) return;
  await (await api.get(`/job-status/${jobId}`)).json();
};
