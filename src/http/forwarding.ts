import { Buffer } from "node:buffer";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** Where another process takes connections that were made to this one. */
export type ForwardTarget = {
  readonly host: string;
  readonly port: number;
  /** Identifies the process; 36 characters. */
  readonly instance: string;
};

/** What the target answers if it takes the connection. */
const ACCEPTED = Buffer.from("+");

/** Length of an instance and the digit of a listener. */
const HELLO_BYTES = 37;

/** Wall-clock time after which a target is given up. */
const HELLO_MS = 500;

/** Takes the connections that other processes forward. */
export class ForwardedListener {
  readonly #server: Server;

  /** `take` gets each connection with the number of its listener, and returns whether it accepts it. */
  constructor(instance: string, take: (socket: Socket, listener: number) => boolean) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      socket.on("error", () => socket.destroy());
      socket.setTimeout(HELLO_MS, () => socket.destroy());
      const read = (): void => {
        const hello: Buffer | null = socket.read(HELLO_BYTES);
        if (hello === null) return;
        socket.off("readable", read);
        socket.setTimeout(0);
        socket.removeAllListeners("timeout");
        const text = hello.toString("latin1");
        if (!text.startsWith(instance)) socket.destroy();
        else if (socket.write(ACCEPTED) && take(socket, Number(text.slice(-1)))) return;
        else socket.destroy();
      };
      socket.on("readable", read);
    });
  }

  /** Starts to listen; resolves with the port. */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ host, port }, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }
}

/** Connects to a target; undefined if it is not there, or doesn't take connections any more. */
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

/** Joins two connections: what one sends, and how it ends, reaches the other. */
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
