import { type ClientScript, follow, submit } from "../api.ts";

/** Cleans up in `finally` by canceling the job, even if it has ended. */
export const cancelsInFinally: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  try {
    await follow(api, jobId);
    await (await api.get(`/jobs/${jobId}/results?result_format=json`)).json();
  } finally {
    await (await api.deployment(`/v1/job-cancel/${jobId}`)).json();
  }
};
