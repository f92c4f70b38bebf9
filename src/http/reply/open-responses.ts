import type { ServerResponse } from "node:http";
import { setWallTimer } from "../../state/wall-timer.ts";
import { onceOver } from "./close-signal.ts";

export class OpenResponses {
  #count = 0;
  #onOver: () => void = () => {};

  /** Counts a response until it is over. */
  add(res: ServerResponse): void {
    this.#count++;
    onceOver(res, () => {
      this.#count--;
      this.#onOver();
    });
  }

  /** Resolves once no response is in progress, or after a time; calls back after each one. */
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
