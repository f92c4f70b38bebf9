import type { Pools as SchemaPools } from "./pools.ts";

/** Words and names that rows choose from: the same lists, in the same order, in every process. */
export type Pools = SchemaPools & {
  readonly nouns: readonly string[];
  readonly adverbs: readonly string[];
  readonly companies: readonly string[];
  readonly people: readonly string[];
};

let building: Promise<Pools> | undefined;

/** The pools, built at the first call: the library behind them takes tens of milliseconds to load. */
export function loadPools(): Promise<Pools> {
  building ??= build();
  return building;
}

async function build(): Promise<Pools> {
  const { buildPools } = await import("./build-pools.ts");
  return buildPools();
}
