import { type ClientScript, stateIn, submit } from "../api.ts";

// The service spells it "CANCELLED".
const TERMINAL = ["SUCCEEDED", "FAILED", "CANCELED"];

/** Does not recognize the state of a canceled job as terminal, and keeps polling until its own timeout. */
export const misspellsCancelled: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await (await api.deployment(`/v1/job-cancel/${jobId}`)).json();
  for (let polls = 0; polls < 30; polls++) {
    const state = await stateIn(await api.get(`/job-status/${jobId}`), jobId);
    if (TERMINAL.includes(state)) return;
    await api.sleep(2);
  }
};
