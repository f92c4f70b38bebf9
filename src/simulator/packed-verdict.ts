import { deflateRawSync, inflateRawSync } from "node:zlib";
import { COVERAGE_NAMES, type Coverage } from "../findings/report/coverage.ts";
import type { Verdict } from "../findings/report/verdict.ts";

/** Compression that is fast; a stronger one would hardly save more. */
const LEVEL = 1;

/** A verdict in about a tenth of its memory. */
export class PackedVerdict {
  readonly #bytes: Uint8Array;

  constructor(packedOrNot: Verdict | Uint8Array) {
    if (packedOrNot instanceof Uint8Array) {
      this.#bytes = packedOrNot;
      return;
    }
    const { coverage, ...verdict } = packedOrNot;
    const tallies = COVERAGE_NAMES.map((name) => [...coverage[name]]);
    const packed = deflateRawSync(JSON.stringify({ verdict, tallies }), { level: LEVEL });
    // A copy: the result is part of a larger buffer.
    this.#bytes = new Uint8Array(packed);
  }

  /** A packed verdict that was stored in base64. */
  static of(text: string): PackedVerdict {
    return new PackedVerdict(Buffer.from(text, "base64"));
  }

  /** The packed verdict in base64. */
  get text(): string {
    return Buffer.from(this.#bytes).toString("base64");
  }

  /** Size of the packed verdict, in bytes. */
  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  /** The verdict, as it was. */
  unpack(): Verdict {
    const { verdict, tallies }: Packed = JSON.parse(inflateRawSync(this.#bytes).toString());
    const named = COVERAGE_NAMES.map((name, index) => [name, new Map(tallies[index])] as const);
    return { ...verdict, coverage: Object.fromEntries(named) as Partial<Coverage> as Coverage };
  }
}

type Packed = {
  readonly verdict: Omit<Verdict, "coverage">;
  readonly tallies: readonly (readonly (readonly [string, number])[])[];
};
