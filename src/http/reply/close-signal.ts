import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { oncePer } from "../../core/once-per.ts";
import { setWallTimer } from "../../state/wall-timer.ts";

/** A signal that aborts when a response is fully sent, or when the client disconnects. */
export function closeSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.closed) controller.abort();
  else onceOver(res, () => controller.abort());
  return controller.signal;
}

/** Whether a client disconnected while sending its request. If so, errors aren't bugs. */
export function leftEarly(req: IncomingMessage): boolean {
  // A pipelined request may be complete although its body hasn't been read.
  return req.destroyed && (!req.complete || req.readableAborted);
}

/**
 * Calls back once, when a response is over. A pipelined response that is waiting for its turn
 * doesn't emit `close` when its connection closes, so the connection's own event counts, too.
 */
export function onceOver(res: Watched, then: () => void): void {
  const known = res[CALLBACKS];
  if (known !== undefined) {
    known.push(then);
    return;
  }
  const all = [then];
  res[CALLBACKS] = all;
  const closings = closingsOf(res.req.socket);
  const over = (): void => {
    const index = closings.indexOf(over);
    if (index !== -1) closings.splice(index, 1);
    // Removes the callbacks, in case both events fire, or one fires twice.
    for (const callback of all.splice(0)) callback();
  };
  res.on("close", over);
  closings.push(over);
}

/** A symbol, because a weak map's entries would stay in memory until a full garbage collection. */
const CALLBACKS = Symbol("callbacks");

type Watched = ServerResponse & { [CALLBACKS]?: (() => void)[] };

/**
 * Callbacks for when a connection closes. All of its pipelined requests share one listener,
 * because Node warns about more than ten. The callbacks are in an array, because a `Set` that grows
 * leaves old copies of its table in memory, which keep references to finished requests.
 */
const closingsOf = oncePer((socket: Socket) => {
  const closings: (() => void)[] = [];
  socket.once("close", () => {
    for (const close of [...closings]) close();
  });
  return closings;
});

export function untilOneOf(emitter: EventEmitter, ...events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of events) emitter.off(event, done);
      resolve();
    };
    for (const event of events) emitter.on(event, done);
  });
}

export class OpenResponses {
  #count = 0;
  #onOver: () => void = () => {};

  add(res: ServerResponse): void {
    this.#count++;
    onceOver(res, () => {
      this.#count--;
      this.#onOver();
    });
  }

  /** Resolves once no response is in progress, or after `maxMs`; calls back after each response. */
  async finish(maxMs: number, onOver: () => void): Promise<void> {
    if (this.#count === 0 || maxMs === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = setWallTimer(resolve, maxMs);
      this.#onOver = () => {
        onOver();
        if (this.#count > 0) return;
        cancel();
        resolve();
      };
    });
    this.#onOver = () => {};
  }
}
