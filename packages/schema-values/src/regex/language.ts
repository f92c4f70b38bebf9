import { charSet, rangesOf } from "./char-set.ts";
import type { ExploredAutomaton } from "./explore.ts";

/** Bounds for the length of strings, and the maximum number to list. */
export type LanguageBounds = {
  readonly least: number;
  readonly most: number;
  readonly limit: number;
};

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * All strings of the given lengths that an automaton accepts; undefined if there are more than the
 * limit.
 */
export function languageOf(
  machine: ExploredAutomaton,
  { least, most, limit }: LanguageBounds,
): readonly string[] | undefined {
  const isUseful = usefulStates(machine);
  const chars = classChars(machine, limit);
  const out: string[] = [];
  let heads: (readonly [string, number])[] = isUseful[0] ? [["", 0]] : [];
  for (let length = 0; length <= most && heads.length > 0; length++) {
    if (length > machine.next.length + least) return undefined;
    if (length >= least) {
      for (const [text, state] of heads) if (machine.accepts[state]) out.push(text);
    }
    const longer: (readonly [string, number])[] = [];
    for (const [text, state] of heads) {
      for (const [charClass, to] of (machine.next[state] ?? []).entries()) {
        if (!isUseful[to]) continue;
        const all = chars(charClass);
        if (all === undefined) return undefined;
        for (const char of all) longer.push([text + char, to]);
        if (longer.length > limit) return undefined;
      }
    }
    heads = longer;
  }
  return out.length > limit ? undefined : out;
}

/** Whether each state leads to an accepting one. */
function usefulStates(machine: ExploredAutomaton): boolean[] {
  const useful = [...machine.accepts];
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [state, row] of machine.next.entries()) {
      if (useful[state] || !row.some((to) => useful[to])) continue;
      useful[state] = true;
      hasChanged = true;
    }
  }
  return useful;
}

/** The characters of each class; undefined if there are more than the limit. */
function classChars(
  { boundaries }: ExploredAutomaton,
  limit: number,
): (charClass: number) => readonly string[] | undefined {
  const known = new Map<number, readonly string[]>();
  return (charClass) => {
    const low = boundaries[charClass] ?? 0;
    const high = (boundaries[charClass + 1] ?? 0x110000) - 1;
    if (high - low > limit) return undefined;
    const chars = known.get(charClass) ?? listed(low, high);
    known.set(charClass, chars);
    return chars;
  };
}

/** A lone surrogate is not a character. */
function listed(low: number, high: number): string[] {
  const whole = charSet(
    [low, Math.min(high, FIRST_SURROGATE - 1)],
    [Math.max(low, LAST_SURROGATE + 1), high],
  );
  return rangesOf(whole).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  );
}
