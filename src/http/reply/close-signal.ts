import type { ServerResponse } from "node:http";

/** A signal that aborts when a response is over, because it was sent or because the client disconnected. */
export function closeSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.closed) controller.abort();
  else onceOver(res, () => controller.abort());
  return controller.signal;
}

/**
 * Calls back once, when a response is over. A pipelined response that is waiting for its turn doesn't emit `close` when its
 * connection closes, so the connection's own event counts as well.
 */
export function onceOver(res: ServerResponse, then: () => void): void {
  const { socket } = res.req;
  let isOver = false;
  // If both events fire in the same turn, the second listener can't be removed in time.
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    res.off("close", over);
    socket.off("close", over);
    then();
  };
  res.on("close", over);
  socket.on("close", over);
}
