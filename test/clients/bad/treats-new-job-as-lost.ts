import { type ClientScript, follow, submit } from "../api.ts";

/** Believes the first 404 about a job that it has just created, and forgets the job. */
export const treatsNewJobAsLost: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  const { status } = await api.get(`/job-status/${jobId}`);
  if (status === 404) return;
  await follow(api, jobId);
};
