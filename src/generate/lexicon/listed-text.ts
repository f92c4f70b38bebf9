import type { DescribedCount } from "./described-count.ts";
import type { MeantText } from "./meant-text.ts";

/** A list in one string, separated by commas. */
const LISTED: RegExp =
  /\bcomma[- ](?:separated|delimited)\b|\bseparated by commas?\b|\b(?:durch )?kommas? getrennt|\bkommagetrennt|\bséparée?s? par des virgules|\bseparad[oa]s? por comas/i;

/** Whether a description asks for several items in one string. */
export function isListed(description: string): boolean {
  return LISTED.test(description);
}

const TRIES = 3;

/** Writes several items, different if possible, separated by commas. */
export function listedText(item: MeantText, { least, most }: DescribedCount): MeantText {
  const { write, related = () => undefined, isTold } = item;
  return {
    isTold,
    write: (rng, tokens) => joined(rng.between(least, most), [() => write(rng, tokens)]),
    related: (rng, subject, tokens) =>
      joined(rng.between(least, most), [
        () => related(rng, subject, tokens) ?? write(rng, tokens),
        () => write(rng, tokens),
      ]),
  };
}

/** This many different items: from the first source if it has enough, and otherwise from the next. */
function joined(count: number, sources: readonly (() => string)[]): string {
  const items = new Set<string>();
  for (const next of sources)
    for (let left = count * TRIES; left > 0 && items.size < count; left--) items.add(next());
  return [...items].join(", ");
}
