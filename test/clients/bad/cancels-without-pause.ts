import { type ClientScript, follow, submit } from "../api.ts";

/** Repeats a cancel request that was accepted, because the job is not canceled at once. */
export const cancelsWithoutPause: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let requests = 0; requests < 60; requests++)
    await (await api.deployment(`/v1/job-cancel/${jobId}`)).text();
  await follow(api, jobId);
};
