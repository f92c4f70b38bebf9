import { type ClientScript, follow, submit } from "../api.ts";

/** Limits the time of a whole download to five seconds, although the bytes keep coming. */
export const limitsWholeDownload: ClientScript = async (api) => {
  const jobId = await submit(
    api,
    Array.from({ length: 2000 }, (_, row) => `Review ${row}`),
  );
  await follow(api, jobId);
  const aborted = new AbortController();
  const path = `/jobs/${jobId}/results?result_format=json`;
  const response = await api.get(path, aborted.signal);
  await api.sleep(5);
  aborted.abort();
  await response.arrayBuffer().catch(() => undefined);
};
