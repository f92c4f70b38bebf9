import { type ClientScript, follow, submit } from "../../clients/api.ts";

/** Many times longer than a download takes, unless it is slow. */
const LIMIT_MS = 1500;

/** Limits the time of a whole download on its own clock, although bytes keep arriving. */
export const limitsWholeDownload: ClientScript = async (api) => {
  const reviews = Array.from({ length: 50 }, (_, row) => `Review ${row}`);
  const jobId = await submit(api, reviews);
  await follow(api, jobId);
  const path = `/jobs/${jobId}/results?result_format=json`;
  const response = await api.get(path, AbortSignal.timeout(LIMIT_MS));
  await response.arrayBuffer().catch(() => undefined);
};
