import type { ItemCount } from "schema-values";
import type { TextWriter } from "./text-writer.ts";

/** A list in one string, separated by commas. */
const LISTED: RegExp =
  /\bcomma[- ](?:separated|delimited)\b|\bseparated by commas?\b|\b(?:durch )?kommas? getrennt|\bkommagetrennt|\bséparée?s? par des virgules|\bseparad[oa]s? por comas/i;
const USUAL: ItemCount = { least: 3, most: 3 };
const TRIES = 3;

/** Whether a description asks for several items in one string. */
export function isListed(description: string): boolean {
  return LISTED.test(description);
}

/** Writes several items, different if possible, separated by commas. */
export function listedWriter(write: TextWriter, { least, most }: ItemCount = USUAL): TextWriter {
  return (draws) => {
    const count = draws.rng.between(least, most);
    const items = new Set<string>();
    for (let left = count * TRIES; left > 0 && items.size < count; left--) items.add(write(draws));
    return [...items].join(", ");
  };
}
