import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { Work } from "../codec/work.ts";

/** Pipelined requests on all connections take turns with each sandbox's work. */
const KEY = " pipelined";

/**
 * Serves one pipelined request in each cycle of the event loop, because a client can send thousands
 * at once. Until then, reads no more from its connection. A client that waits for each response is
 * served immediately.
 */
export function pipelined(serve: RequestListener): RequestListener {
  const numWaiting = new WeakMap<Socket, number>();
  const servedInCycle = new Set<Socket>();
  const serveNow: RequestListener = (req, res) => {
    if (servedInCycle.size === 0) setImmediate(() => servedInCycle.clear());
    servedInCycle.add(req.socket);
    return serve(req, res);
  };
  return (req, res) => {
    const { socket } = req;
    // A response gets the connection once the earlier ones are complete, possibly before the next
    // request is parsed.
    if (res.socket !== null && !servedInCycle.has(socket)) return serveNow(req, res);
    const before = numWaiting.get(socket) ?? 0;
    if (before === 0) socket.pause();
    numWaiting.set(socket, before + 1);
    void new Work(KEY).pause().then(() => {
      const left = (numWaiting.get(socket) ?? 1) - 1;
      numWaiting.set(socket, left);
      if (left === 0) socket.resume();
      serveNow(req, res);
    });
  };
}
