import { deflateRawSync, inflateRawSync } from "node:zlib";
import { SharedSteps, type Stepwise } from "../core/steps.ts";
import { inSlices } from "../engine/in-slices.ts";
import { COVERAGE_NAMES, type Coverage } from "../findings/report/coverage.ts";
import type { Verdict } from "../findings/report/verdict.ts";
import type { RecordLimits } from "../state/records.ts";

/** Runs computations one after another, with pauses for other work, until `close` is called. */
export class BackgroundSteps {
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /**
   * Adds a computation, and passes its result to `use`. Ignores a failure, because a report that
   * needs the result repeats the computation, and reports the reason.
   */
  add<Result>(steps: Stepwise<Result>, use: (result: Result) => void): void {
    const run = (): Promise<void> => inSlices(this.#whileOpen(steps, use));
    this.#last = this.#last.then(run).catch(() => {});
  }

  /**
   * Abandons the remaining computations: modules that they need may fail to load after a test run.
   * Resolves once nothing is running.
   */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#last;
  }

  *#whileOpen<Result>(steps: Stepwise<Result>, use: (result: Result) => void): Stepwise<void> {
    while (!this.#isClosed) {
      const step = steps.next();
      if (step.done === true) return use(step.value);
      yield;
    }
  }
}

/** A fast compression level; higher levels would save only a little more memory. */
const LEVEL = 1;

type Packed = {
  readonly verdict: Omit<Verdict, "coverage">;
  readonly tallies: readonly (readonly (readonly [string, number])[])[];
};

/** Compresses a verdict to about a tenth of its size in memory. */
export function packVerdict({ coverage, ...verdict }: Verdict): Uint8Array {
  const tallies = COVERAGE_NAMES.map((name) => [...coverage[name]]);
  const packed = deflateRawSync(JSON.stringify({ verdict, tallies }), { level: LEVEL });
  // The copy doesn't retain the larger buffer that `packed` is a view of.
  return new Uint8Array(packed);
}

export function unpackVerdict(packed: Uint8Array): Verdict {
  const { verdict, tallies }: Packed = JSON.parse(inflateRawSync(packed).toString());
  const named = COVERAGE_NAMES.map((name, index) => [name, new Map(tallies[index])] as const);
  return { ...verdict, coverage: Object.fromEntries(named) as Partial<Coverage> as Coverage };
}

type Kept = { readonly packed: SharedSteps<Uint8Array>; byteLength: number };

/** Verdicts on ended sandboxes, oldest first. The newest one is kept regardless of the limits. */
export class KeptVerdicts {
  readonly #limits: RecordLimits;
  #kept: Kept[] = [];

  constructor(limits: RecordLimits) {
    this.#limits = limits;
  }

  /**
   * Keeps the verdict that these steps make. Returns steps that make and compress it. Unless the
   * caller runs them earlier, they run when a report needs the verdict.
   */
  add(steps: Stepwise<Verdict>): Stepwise<Uint8Array> {
    const pack = (verdict: Verdict): Uint8Array => {
      const packed = packVerdict(verdict);
      kept.byteLength = packed.byteLength;
      this.#dropOldest();
      return packed;
    };
    const kept: Kept = { packed: new SharedSteps(afterwards(steps, pack)), byteLength: 0 };
    this.#kept.push(kept);
    this.#dropOldest();
    return kept.packed.result();
  }

  all(): readonly Stepwise<Verdict>[] {
    return this.#kept.map(({ packed }) => afterwards(packed.result(), unpackVerdict));
  }

  #dropOldest(): void {
    const { maxCount, maxBytes } = this.#limits;
    let [count, bytes] = [0, 0];
    const first = this.#kept.findLastIndex(({ byteLength }) => {
      bytes += byteLength;
      return ++count > 1 && (count > maxCount || bytes > maxBytes);
    });
    this.#kept = this.#kept.slice(first + 1);
  }
}

/** Runs steps, and then applies a function to their result in a separate step. */
export function* afterwards<From, Result>(
  steps: Stepwise<From>,
  make: (result: From) => Result,
): Stepwise<Result> {
  const result = yield* steps;
  yield;
  return make(result);
}
