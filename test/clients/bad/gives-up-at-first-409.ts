import { type ClientScript, follow, submit } from "../api.ts";

/** Treats "the results are not ready" as final. */
export const givesUpAtFirst409: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await follow(api, jobId);
  await (await api.get(`/jobs/${jobId}/results?result_format=json`)).json();
};
