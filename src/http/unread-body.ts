import type { IncomingMessage } from "node:http";
import { setWallTimer } from "../state/wall-timer.ts";
import type { BodyKeeper } from "./body-keeper.ts";

/** Wall-clock time after a response during which the journal still takes its request's body. */
const MAX_LATE_MS = 1000;

/**
 * The body of a request that was answered before anybody read it: refused, or faulted. What arrives
 * of it is kept for the journal; the response doesn't wait. The rest is discarded, so that the
 * client can finish sending and see the response.
 */
export class UnreadBody {
  readonly #req: IncomingMessage;
  readonly #keeper: BodyKeeper;
  #isOver = false;
  #onOver: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(req: IncomingMessage, keeper: BodyKeeper) {
    this.#req = req;
    this.#keeper = keeper;
    // A reset discards what has arrived but was not read yet.
    for (let chunk = req.read(); chunk !== null; chunk = req.read()) this.#add(chunk);
    req.on("data", this.#add);
    req.once("end", this.#end);
    req.once("close", this.#end);
    req.resume();
  }

  /** Calls back when more of the body has arrived than at the time of the call: soon, or never. */
  whenMore(then: () => void): void {
    if (this.#isOver) return;
    this.#onOver = then;
    this.#cancelTimer = setWallTimer(this.#end, MAX_LATE_MS);
  }

  readonly #add = (chunk: Uint8Array): void => {
    if (!this.#isOver && !this.#keeper.addUnread(chunk)) this.#end();
  };

  readonly #end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimer?.();
    this.#req.removeListener("data", this.#add);
    this.#onOver?.();
    // Without a listener, the stream would stop.
    this.#req.resume();
  };
}
