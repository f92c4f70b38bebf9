import type { ClientScript } from "../api.ts";

/** Checks its key before each of many requests, and sends no others. */
export const checksKeyWithoutPause: ClientScript = async ({ get }) => {
  for (let checks = 0; checks < 60; checks++) await (await get("/try-authentication")).text();
};
