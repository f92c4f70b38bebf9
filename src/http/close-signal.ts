import type { ServerResponse } from "node:http";

/** A signal that aborts when a response is over, because it was sent or because the client went away. */
export function closeSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.closed) controller.abort();
  else res.once("close", () => controller.abort());
  return controller.signal;
}
