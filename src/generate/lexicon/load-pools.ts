import type { Lexicon } from "schema-values";
import type { Pools } from "./pools.ts";

let building: Promise<Pools> | undefined;
let creating: Promise<Lexicon> | undefined;

/**
 * The pools, built on the first call: the library behind them takes tens of milliseconds to load.
 */
export function loadPools(): Promise<Pools> {
  building ??= build();
  return building;
}

/** The lexicon of these pools. */
export function loadLexicon(): Promise<Lexicon> {
  creating ??= create();
  return creating;
}

async function build(): Promise<Pools> {
  const { buildPools } = await import("./build-pools.ts");
  return buildPools();
}

async function create(): Promise<Lexicon> {
  // Loaded lazily, because most jobs have no schema.
  const { createLexicon } = await import("./create-lexicon.ts");
  return createLexicon(await loadPools());
}
