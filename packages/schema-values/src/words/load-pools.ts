import type { Pools } from "./pools.ts";

let building: Promise<Pools> | undefined;

/**
 * The pools, built on the first call: the library behind them takes tens of milliseconds to load.
 */
export function loadPools(): Promise<Pools> {
  building ??= build();
  return building;
}

async function build(): Promise<Pools> {
  const { buildPools } = await import("./build-pools.ts");
  return buildPools();
}
