import { type ClientScript, stateIn, submit, TERMINAL } from "../../clients/api.ts";

/** Polls a job until it has ended, but drops it if two polls in a row fail. */
export const abandonsAfterTwoPolls: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let failures = 0; failures < 2; ) {
    const response = await api.get(`/job-status/${jobId}`);
    failures = response.ok ? 0 : failures + 1;
    if (response.ok && TERMINAL.has(await stateIn(response, jobId))) break;
    await api.sleep(1);
  }
};
