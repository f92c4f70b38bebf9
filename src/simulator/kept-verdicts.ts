import { SharedSteps, type Stepwise } from "../core/steps.ts";
import type { Verdict } from "../findings/report/verdict.ts";
import { PackedVerdict } from "./packed-verdict.ts";

/** Limits of the verdicts to keep. The newest one is kept whatever its size. */
export type KeptLimits = { readonly maxCount: number; readonly maxBytes: number };

type Kept = { readonly packed: SharedSteps<PackedVerdict>; byteLength: number };

/** The verdicts on sandboxes that have ended, oldest first; the oldest ones beyond the limits are dropped. */
export class KeptVerdicts {
  readonly #limits: KeptLimits;
  #kept: Kept[] = [];

  constructor(limits: KeptLimits) {
    this.#limits = limits;
  }

  /** Keeps the verdict that these steps lead to. Returns them: they run when a report needs the verdict, or before that. */
  add(steps: Stepwise<Verdict>): Stepwise<PackedVerdict> {
    const kept: Kept = { packed: new SharedSteps(this.#pack(steps, () => kept)), byteLength: 0 };
    this.#kept.push(kept);
    this.#dropOldest();
    return kept.packed.result();
  }

  /** The steps to each verdict. */
  all(): readonly Stepwise<Verdict>[] {
    return this.#kept.map(({ packed }) => unpacked(packed.result()));
  }

  *#pack(steps: Stepwise<Verdict>, keptOf: () => Kept): Stepwise<PackedVerdict> {
    const packed = new PackedVerdict(yield* steps);
    keptOf().byteLength = packed.byteLength;
    this.#dropOldest();
    return packed;
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

function* unpacked(steps: Stepwise<PackedVerdict>): Stepwise<Verdict> {
  const packed = yield* steps;
  yield;
  return packed.unpack();
}
