import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import { Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { untilOneOf } from "./close-signal.ts";

/** Pause before a reset: clients built on libuv treat a reset right after data as a normal end. */
const RESET_PAUSE_MS = 25;

/** Limits on the data that a client may send after a response that closes the connection. */
const MOST_UNREAD = { bytes: 256 * 1024 ** 2, idleMs: 2000 };

/** The TCP connection under each TLS connection: only TCP connections can be reset. */
const carriers = new WeakMap<Socket, Socket>();

export function rememberCarriers(server: Server): void {
  const carrierAt = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const place = placeOf(socket);
    carrierAt.set(place, socket);
    socket.once("close", () => carrierAt.delete(place));
  });
  server.on("secureConnection", (socket: Socket) => {
    const carrier = carrierAt.get(placeOf(socket));
    if (carrier !== undefined) carriers.set(socket, carrier);
  });
}

function placeOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Ends the connection after a response's last written byte, with a reset (RST) or a FIN. */
export async function breakOff(res: ServerResponse, by: "reset" | "close"): Promise<void> {
  // The connection has to send its earlier responses first.
  if (res.socket === null && !res.closed) await untilOneOf(res, "socket", "close");
  const { socket } = res;
  if (socket === null) return;
  await new Promise<void>((resolve) => socket.write("", () => resolve()));
  if (by === "reset") await reset(socket, res.headersSent);
  else await closeInOrder(res, socket);
}

async function reset(socket: Socket, isBehindData: boolean): Promise<void> {
  if (isBehindData) {
    await setTimeout(RESET_PAUSE_MS);
    // Gives a client in the same process a turn to read, even if the process has been busy.
    await setImmediate();
  }
  if (!socket.destroyed) (carriers.get(socket) ?? socket).resetAndDestroy();
}

/**
 * Lets a client finish sending its request even if the response ends first and closes the
 * connection. Otherwise, a reset would make the client fail before it reads the response.
 */
export function readToEnd(req: IncomingMessage): void {
  const socket: Connection = req.socket;
  socket[NEWEST] = req;
  socket.destroySoon = destroyOnceRead;
}

/**
 * Key under which a connection stores its newest request. A closure would keep each request in
 * memory until a full garbage collection, so a poll would take a sixth more CPU time.
 */
const NEWEST = Symbol("newest request");

type Connection = Socket & { [NEWEST]?: IncomingMessage };

function destroyOnceRead(this: Connection): void {
  const req = this[NEWEST];
  if (req === undefined || req.complete || req.destroyed) {
    Socket.prototype.destroySoon.call(this);
    return;
  }
  const most = this.bytesRead + MOST_UNREAD.bytes;
  req.on("data", () => {
    if (this.bytesRead > most) this.destroy();
  });
  req.once("close", () => this.destroy());
  this.setTimeout(MOST_UNREAD.idleMs, () => this.destroy());
  this.end();
}

/** Reads the rest of a request before closing its connection, which would otherwise be reset. */
async function closeInOrder({ req }: ServerResponse, socket: Socket): Promise<void> {
  if (!req.readableEnded && !req.destroyed) {
    const over = untilOneOf(req, "end", "close");
    req.resume();
    await over;
  }
  socket.destroySoon();
}
