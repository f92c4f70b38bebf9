import type { ClientScript } from "../api.ts";

/** Retries every failure, even a rejected key. */
export const retriesRejectedKey: ClientScript = async (api) => {
  for (let requests = 0; requests < 10; requests++) {
    const response = await api.get("/get-quotas");
    await response.text();
    if (!response.ok) await api.sleep(2 ** requests);
  }
};
