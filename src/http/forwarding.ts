import { Buffer } from "node:buffer";
import { connect, createServer, type Server, type Socket } from "node:net";
import { PROBE_PATHS } from "../control/control-path.ts";
import { untilOneOf } from "./reply/close-signal.ts";

/** The address at which another process takes over this process's connections. */
export type ForwardTarget = {
  readonly host: string;
  readonly port: number;
  /** The other process's ID, which has 36 characters. */
  readonly instance: string;
};

const ACCEPTED = Buffer.from("+");

/** Length, in bytes, of the first message: a process's ID (36) and a listener's number (1). */
const HELLO_BYTES = 37;

/** Wall-clock milliseconds after which a target is considered unreachable. */
const HELLO_MS = 500;

/** Serves forwarded connections. `takerOf` returns undefined for a listener that accepts none. */
export function forwardedServer(
  instance: string,
  takerOf: (listener: number) => ((socket: Socket) => void) | undefined,
): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const end = (): void => void socket.destroy();
    socket.on("error", end);
    socket.setTimeout(HELLO_MS, end);
    const read = (): void => {
      const hello: Buffer | null = socket.read(HELLO_BYTES);
      if (hello === null) return;
      socket.off("readable", read);
      socket.off("error", end);
      socket.setTimeout(0, end);
      const text = hello.toString("latin1");
      const take = text.startsWith(instance) ? takerOf(Number(text.slice(-1))) : undefined;
      if (take === undefined) return void socket.destroy();
      socket.write(ACCEPTED);
      take(socket);
    };
    socket.on("readable", read);
  });
}

/** Connects to a target. Resolves with undefined if it can't be reached or rejects connections. */
export async function connectTo(
  { host, port, instance }: ForwardTarget,
  listener: number,
): Promise<Socket | undefined> {
  const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
  const isAccepted = await new Promise<boolean>((resolve) => {
    socket.setTimeout(HELLO_MS, () => resolve(false));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.write(`${instance}${listener}`));
    socket.once("data", (answer) => {
      socket.pause();
      resolve(answer.equals(ACCEPTED));
    });
  });
  socket.setTimeout(0);
  socket.removeAllListeners();
  if (isAccepted) return socket;
  socket.on("error", () => {});
  socket.destroy();
  return undefined;
}

export function splice(one: Socket, other: Socket): void {
  forward(one, other);
  forward(other, one);
}

function forward(from: Socket, to: Socket): void {
  from.on("error", () => to.resetAndDestroy());
  from.on("close", () => {
    if (!from.readableEnded) to.destroy();
  });
  from.pipe(to);
}

const PROBES = PROBE_PATHS.map((path) => `GET ${path}`);

/** Whether a connection's first bytes request a probe, without consuming them; false for TLS. */
export async function beginsWithProbe(socket: Socket): Promise<boolean> {
  const ignore = (): void => {};
  socket.on("error", ignore);
  await untilOneOf(socket, "readable", "close");
  const first: Buffer | null = socket.read();
  if (first !== null) socket.unshift(first);
  socket.off("error", ignore);
  const text = first?.toString("latin1") ?? "";
  return PROBES.some((probe) => text.startsWith(probe));
}
