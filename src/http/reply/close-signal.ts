import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
  const closings = closingsOf(res.req.socket);
  let isOver = false;
  // If both events fire in the same turn, the second listener can't be removed in time.
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    res.off("close", over);
    closings.delete(over);
    then();
  };
  res.on("close", over);
  closings.add(over);
}

const closingsBySocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Callbacks for when a connection closes. One listener serves all of its pipelined requests, because Node warns about more than
 * ten.
 */
function closingsOf(socket: Socket): Set<() => void> {
  const known = closingsBySocket.get(socket);
  if (known !== undefined) return known;
  const closings = new Set<() => void>();
  closingsBySocket.set(socket, closings);
  socket.once("close", () => {
    for (const close of [...closings]) close();
  });
  return closings;
}
