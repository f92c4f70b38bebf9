import { type ClientScript, stateIn, submit } from "../api.ts";

/** Stops polling as soon as the state begins with "CANCEL". */
export const reportsCancellingAsCanceled: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  await (await api.deployment(`/v1/job-cancel/${jobId}`)).json();
  for (let polls = 0; polls < 50; polls++) {
    const state = await stateIn(await api.get(`/job-status/${jobId}`), jobId);
    if (state.startsWith("CANCEL")) return;
    await api.sleep(2);
  }
};
