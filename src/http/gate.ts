import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Decides which process serves a new connection; `serve` has this one serve it. */
export type Gate = (socket: Socket, serve: (socket: Socket) => void) => void;

/**
 * Shows new connections to a gate, if any, before the server serves them. Returns what serves a
 * connection.
 */
export function guardConnections(server: Server, gate: Gate | undefined): (socket: Socket) => void {
  const listeners = server.listeners("connection") as ((socket: Socket) => void)[];
  const serve = (socket: Socket): void => {
    for (const listener of listeners) listener.call(server, socket);
  };
  if (gate !== undefined) {
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => gate(socket, serve));
  }
  return serve;
}
