import type { Rng } from "../rng.ts";
import { readableChars } from "./char-set.ts";
import { type RegexNode, shortestOf } from "./regex-node.ts";

/** Maximum and minimum number of characters still to add to the shortest match. */
type Spare = { most: number; least: number };
type Writer = (rng: Rng, spare: Spare) => string;

/** A sampler of likely strings. The caller must check the bounds, lookaheads, and `\b`. */
export function regexSampler(root: RegexNode): (rng: Rng, least: number, most: number) => string {
  const shortest = shortestOf(root);
  const write = writerOf(root);
  return (rng, least, most) =>
    write(rng, { most: Math.max(0, most - shortest), least: Math.max(0, least - shortest) });
}

function writerOf(node: RegexNode): Writer {
  switch (node.kind) {
    case "set": {
      const chars = readableChars(node.set);
      return chars.length === 0 ? () => "" : (rng) => rng.pick(chars);
    }
    case "sequence": {
      const writers = node.items.map(writerOf);
      return (rng, spare) => writers.reduce((out, write) => out + write(rng, spare), "");
    }
    case "alternation":
      return alternationWriter(node.items);
    case "repeat":
      return repeatWriter(node);
    default:
      return () => "";
  }
}

function alternationWriter(items: readonly RegexNode[]): Writer {
  const least = Math.min(...items.map(shortestOf));
  const branches = items.map((it) => ({ write: writerOf(it), extra: shortestOf(it) - least }));
  return (rng, spare) => {
    const fitting = branches.filter((branch) => branch.extra <= spare.most);
    const { write, extra } = rng.pick(fitting);
    spare.most -= extra;
    spare.least -= extra;
    return write(rng, spare);
  };
}

/** Maximum number of repetitions of a character, or a group, beyond the required number. */
const FEW_CHARS = 8;
const FEW_GROUPS = 2;

function repeatWriter(node: Extract<RegexNode, { kind: "repeat" }>): Writer {
  const write = writerOf(node.item);
  const length = shortestOf(node.item);
  const room = node.max - node.min;
  const few = Math.min(room, node.item.kind === "set" ? FEW_CHARS : FEW_GROUPS);
  return (rng, spare) => {
    const fits = length === 0 ? few : Math.floor(spare.most / length);
    const asked = length === 0 ? 0 : Math.ceil(Math.max(0, spare.least) / length);
    const least = Math.min(asked, room, fits);
    const extra = least + rng.between(0, Math.max(0, Math.min(few, fits - least, room - least)));
    spare.most -= extra * length;
    spare.least -= extra * length;
    let out = "";
    for (let i = 0; i < node.min + extra; i++) out += write(rng, spare);
    return out;
  };
}
