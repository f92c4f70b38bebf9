import { type ClientScript, follow } from "../api.ts";
import { outputsOf, ratingIn, submitForRatings } from "../ratings.ts";

/** Treats a row that violates the schema like a damaged file, and downloads all of them again. */
export const repeatsDownloadForBadRow: ClientScript = async (api) => {
  const jobId = await submitForRatings(api);
  await follow(api, jobId);
  for (let tries = 0; tries < 3; tries++) {
    const ratings = (await outputsOf(api, jobId)).map(ratingIn);
    if (!ratings.includes(undefined)) return;
    await api.sleep(1);
  }
};
