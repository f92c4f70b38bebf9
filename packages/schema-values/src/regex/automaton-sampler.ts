import { drawIndex, type Rng } from "../rng.ts";
import type { Automaton } from "./automaton.ts";
import { charSet, readableChars } from "./char-set.ts";
import type { Spend } from "./formulas.ts";

/** Lengths are drawn from the shortest possible length and this many longer ones. */
const SPREAD = 16;
const MOST_CELLS = 4_000_000;

/** The result of searching for strings of given lengths; "none" proves that none exist. */
export type SamplerSearch =
  | { readonly kind: "found"; sample(rng: Rng): string }
  | { readonly kind: "none" | "unknown" };

/** Finds a sampler of accepted strings of `least` to `most` characters; `most` may be Infinity. */
export function automatonSampler(
  machine: Automaton,
  { least, most }: { readonly least: number; readonly most: number },
  spend: Spend,
): SamplerSearch {
  const table = machine.explored();
  const limit = Math.min(most, least + machine.states.length + SPREAD);
  if (table === undefined || limit * table.length > MOST_CELLS) return { kind: "unknown" };
  // For each length, the states that accept some string of exactly that length.
  const alive = [Uint8Array.from(machine.states, ({ accepts }) => (accepts ? 1 : 0))];
  const successors = table.map((row) => [...new Set(row)]);
  spend(limit * successors.reduce((sum, row) => sum + 1 + row.length, 0));
  for (let length = 1; length <= limit; length++) {
    const shorter = alive[length - 1];
    alive.push(Uint8Array.from(successors, (row) => Number(row.some((to) => shorter?.[to] === 1))));
  }
  const lengths = [...alive.keys()].filter((length) => length >= least && alive[length]?.[0] === 1);
  if (lengths.length === 0) return { kind: "none" };
  const letters = machine.boundaries.map((low, i) =>
    readableChars(charSet([low, (machine.boundaries[i + 1] ?? 0x110000) - 1])),
  );
  const weights = letters.map(weightOf);
  const sample = (rng: Rng): string => {
    const length = rng.pick(lengths.slice(0, SPREAD + 1));
    spend(length * letters.length);
    let state = 0;
    let out = "";
    for (let left = length - 1; left >= 0; left--) {
      const row = table[state] ?? [];
      const open = row.map((to, i) => (alive[left]?.[to] === 1 ? (weights[i] ?? 0) : 0));
      const chosen = drawIndex(rng, open);
      out += rng.pick(letters[chosen] ?? ["a"]);
      state = row[chosen] ?? state;
    }
    return out;
  };
  return { kind: "found", sample };
}

/** Prefers letters and digits, then other printable characters; all others are a last resort. */
function weightOf(chars: readonly string[]): number {
  const [first = ""] = chars;
  if (/^[a-z]/.test(first)) return 40;
  if (/^[A-Z0-9]/.test(first)) return 15;
  return first >= " " && first <= "~" ? 2 : 0.01;
}
