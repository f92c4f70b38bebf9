import { type ClientScript, stateIn, submit, TERMINAL } from "../api.ts";

/** Waits for its job by listing all jobs in a loop, and polls the job itself only once every 50 lists. */
export const listsWithoutPause: ClientScript = async (api) => {
  const jobId = await submit(api, ["Great product", "Never again"]);
  for (let state = ""; !TERMINAL.has(state); ) {
    for (let lists = 0; lists < 50; lists++) await (await api.get("/list-jobs")).text();
    state = await stateIn(await api.get(`/job-status/${jobId}`), jobId);
  }
  await (await api.get(`/jobs/${jobId}/results?result_format=json`)).json();
};
