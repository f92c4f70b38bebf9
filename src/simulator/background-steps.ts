import type { Stepwise } from "../core/steps.ts";
import { inSlices } from "../engine/in-slices.ts";

/** Runs computations one after another while other work runs, until it is closed. */
export class BackgroundSteps {
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /**
   * Adds a computation; `use` gets its result. After `close`, nothing more of either happens. If one fails, a
   * report that needs its result makes it again, and says why.
   */
  add<Result>(steps: Stepwise<Result>, use: (result: Result) => void): void {
    const run = async (): Promise<void> => {
      const done = await inSlices(this.#whileOpen(steps));
      if (done !== undefined) use(done.value);
    };
    this.#last = this.#last.then(run).catch(() => {});
  }

  /** Leaves the rest undone: it may need modules that can't be loaded after a test run. Resolves once nothing runs. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#last;
  }

  *#whileOpen<Result>(steps: Stepwise<Result>): Stepwise<{ readonly value: Result } | undefined> {
    while (!this.#isClosed) {
      const step = steps.next();
      if (step.done === true) return { value: step.value };
      yield;
    }
    return undefined;
  }
}
