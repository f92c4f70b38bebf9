import type { Rng } from "../rng.ts";
import { readableChars } from "./char-set.ts";
import { type RegexNode, shortestOf } from "./regex-node.ts";

/**
 * How many characters beyond the shortest match a string under construction may still have, and how
 * many it needs.
 */
type Spare = { most: number; least: number };
type Writer = (rng: Rng, spare: Spare) => string;

/** Makes one string; `least` and `most` limit its length as far as the pattern allows. */
export type RegexSampler = (rng: Rng, least: number, most: number) => string;

/**
 * A sampler of strings that the pattern was probably meant for. It ignores lookarounds and word
 * boundaries, and lengths are approximate, so the caller must check the result.
 */
export function regexSampler(root: RegexNode): RegexSampler {
  const shortest = shortestOf(root);
  const write = writerOf(root);
  return (rng, least, most) =>
    write(rng, {
      most: Math.max(0, most - shortest),
      least: Math.max(0, least - shortest),
    });
}

function writerOf(node: RegexNode): Writer {
  switch (node.kind) {
    case "set": {
      const chars = readableChars(node.set);
      return chars.length === 0 ? () => "" : (rng) => rng.pick(chars);
    }
    case "sequence":
      return sequenceWriter(node.items);
    case "alternation":
      return alternationWriter(node.items);
    case "repeat":
      return repeatWriter(node);
    default:
      return () => "";
  }
}

function sequenceWriter(items: readonly RegexNode[]): Writer {
  const writers = items.map(writerOf);
  return (rng, spare) => writers.reduce((out, write) => out + write(rng, spare), "");
}

function alternationWriter(items: readonly RegexNode[]): Writer {
  const least = Math.min(...items.map(shortestOf));
  const branches = items.map((item) => ({
    write: writerOf(item),
    extra: shortestOf(item) - least,
  }));
  return (rng, spare) => {
    const fitting = branches.filter((branch) => branch.extra <= spare.most);
    const { write, extra } = rng.pick(fitting);
    spare.most -= extra;
    spare.least -= extra;
    return write(rng, spare);
  };
}

/** Number of repetitions beyond the minimum, unless more are required. */
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
