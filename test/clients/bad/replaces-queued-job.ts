import { type ClientScript, follow, stateIn, submit } from "../api.ts";

const INPUTS = ["Great product", "Never again"];

/** Submits a job again if it is still queued after three polls, and forgets the first one. */
export const replacesQueuedJob: ClientScript = async (api) => {
  await submit(api, ["Another job that keeps the service busy"]);
  const queued = await submit(api, INPUTS);
  for (let polls = 0; polls < 3; polls++) {
    if ((await stateIn(await api.get(`/job-status/${queued}`), queued)) !== "QUEUED") break;
    await api.sleep(1);
  }
  const again = await submit(api, INPUTS);
  await follow(api, again);
  await (await api.get(`/jobs/${again}/results?result_format=json`)).json();
};
