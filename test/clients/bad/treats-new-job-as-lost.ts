import { type ClientScript, follow, submit } from "../api.ts";

/** Treats the first 404 about a newly created job as final, and abandons the job. */
export const treatsNewJobAsLost: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  const { status } = await api.get(`/job-status/${jobId}`);
  if (status === 404) return;
  await follow(api, jobId);
};
