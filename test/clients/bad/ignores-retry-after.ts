import { type ClientScript, stateIn, submit } from "../api.ts";

/** Retries a rejected request after a fixed tenth of a second, regardless of Retry-After. */
export const ignoresRetryAfter: ClientScript = async (api) => {
  const get = async (path: string): Promise<Response> => {
    for (let tries = 0; tries < 20; tries++) {
      const response = await api.get(path);
      if (response.status !== 429) return response;
      await response.text();
      await api.sleep(0.1);
    }
    throw new Error(`${path} was refused 20 times.`);
  };
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (const check of ["/list-jobs", "/get-quotas", "/list-jobs"]) await (await get(check)).text();
  while ((await stateIn(await get(`/job-status/${jobId}`), jobId)) !== "SUCCEEDED")
    await api.sleep(1);
  await (await get(`/jobs/${jobId}/results?result_format=json`)).json();
};
