import type { Words } from "./words.ts";

let loaded: Promise<Words> | undefined;

/** The words, which are loaded once per thread. */
export function loadWords(): Promise<Words> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Words> {
  const { compileWords } = await import("./compile-words.ts");
  return compileWords();
}
