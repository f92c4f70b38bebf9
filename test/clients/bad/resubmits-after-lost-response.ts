import { type ClientScript, follow, submit } from "../api.ts";

const INPUTS = ["Great product", "Never again"];

/** Retries a create request like any other request, although the first one may have created a job. */
export const resubmitsAfterLostResponse: ClientScript = async (api) => {
  const jobId = await submit(api, INPUTS).catch(() => submit(api, INPUTS));
  await follow(api, jobId);
  await (await api.get(`/jobs/${jobId}/results?result_format=json`)).json();
};
