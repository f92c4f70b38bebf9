import type { Rng } from "../rng.ts";
import { readableChars } from "./char-set.ts";
import { type RegexNode, regexChildrenOf, shortestOf } from "./regex-node.ts";

/**
 * How many characters beyond the shortest match a string under construction may still have, and how
 * many it needs.
 */
type Spare = { most: number; least: number; readonly groups: string[] };
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
      groups: [],
    });
}

function writerOf(node: RegexNode): Writer {
  switch (node.kind) {
    case "set": {
      const chars = readableChars(node.set);
      return chars.length === 0 ? () => "" : (rng) => rng.pick(chars);
    }
    case "sequence":
      return sequenceWriter(node.items.map(writerOf));
    case "alternation":
      return alternationWriter(node.items);
    case "repeat":
      return repeatWriter(node);
    case "group":
      return groupWriter(writerOf(node.item), node.index);
    case "backreference":
      return (_, spare) => spare.groups[node.index] ?? "";
    default:
      return () => "";
  }
}

function sequenceWriter(writers: readonly Writer[]): Writer {
  return (rng, spare) => {
    let out = "";
    for (const write of writers) out += write(rng, spare);
    return out;
  };
}

function groupWriter(write: Writer, index: number): Writer {
  return (rng, spare) => {
    const text = write(rng, spare);
    spare.groups[index] = text;
    return text;
  };
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

/** Whether a node can match any character. */
function canWrite(node: RegexNode): boolean {
  if (node.kind === "set" || node.kind === "backreference") return true;
  if (node.kind === "look" || (node.kind === "repeat" && node.max === 0)) return false;
  return regexChildrenOf(node).some(canWrite);
}

/** Number of repetitions beyond the minimum, unless more are required. */
const FEW_CHARS = 8;
const FEW_GROUPS = 2;

function repeatWriter(node: Extract<RegexNode, { kind: "repeat" }>): Writer {
  const write = writerOf(node.item);
  const length = shortestOf(node.item);
  const isEmpty = !canWrite(node.item);
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
    // Nested repetitions of nothing would multiply.
    const count = isEmpty ? Math.min(1, node.min) : node.min + extra;
    for (let i = 0; i < count; i++) out += write(rng, spare);
    return out;
  };
}
