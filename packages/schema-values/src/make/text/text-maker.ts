import { cached } from "../../cached.ts";
import { drawn } from "../../covering/turns.ts";
import { encoderOf } from "../../formats/pieces.ts";
import type { Hints } from "../../lexicon/lexicon.ts";
import { conformityTest } from "../../plan/candidates.ts";
import { positive } from "../../plan/literal.ts";
import type { Plan } from "../../plan/plan.ts";
import type { TextShape } from "../../plan/scalar-shapes.ts";
import { chooserOf } from "../choose.ts";
import { isTaken, type Maker, type MakeTools } from "../making.ts";

/** Maximum number of strings in a list that are taken from the subject. */
const MOST_STATED = 100;

/** Makes strings that fit the property's name, title, and description. */
export function textMaker(tools: MakeTools, plan: Plan, shape: TextShape, hints: Hints): Maker {
  const { least, most, formats, patterns } = shape;
  const model = tools.lexicon.text({ ...hints, least, most, formats, patterns });
  const accepts = conformityTest(tools.planner, plan);
  const { stated, labels, isLabel = false, isShared = false } = model;
  const source = tools.texts.sourceOf(shape, model, accepts);
  const choosers = new WeakMap<readonly string[], Maker>();
  const chooserFor = (listed: readonly string[]): Maker => {
    const allowed = listed.filter(accepts);
    return allowed.length < 2 ? source : chooserOf(tools.lexicon, allowed, hints);
  };
  const plain: Maker = (making) => {
    const { subject, items } = making;
    const texts = items.length < MOST_STATED ? subject && stated?.(subject) : undefined;
    const text = texts?.find(
      (it) => !items.includes(it) && !isTaken(it, hints.name, making) && accepts(it),
    );
    if (text !== undefined) {
      if (!isShared) making.claims.push({ value: text, name: hints.name, depth: making.depth });
      making.hasStated = true;
      return text;
    }
    making.isUnstated = subject !== undefined && stated !== undefined;
    const listed = (isLabel ? subject?.labels : undefined) ?? labels;
    const make = listed === undefined ? source : cached(choosers, listed, chooserFor);
    return make(making);
  };
  return contentMaker(tools, plan, shape, plain);
}

/** Makes JSON or encoded strings if `contentMediaType` or `contentEncoding` requires them. */
function contentMaker(tools: MakeTools, plan: Plan, shape: TextShape, plain: Maker): Maker {
  const { contentEncoding, contentMediaType = "" } = shape;
  const encode = encoderOf(contentEncoding);
  const isJson = /[/+]json$/.test(contentMediaType);
  if (!isJson && contentEncoding === undefined) return plain;
  const inner = isJson ? jsonMaker(tools, plan) : plain;
  const accepts = conformityTest(tools.planner, plan);
  return (making) => {
    // The content is drawn at random, because turns apply only to parts of the row itself.
    const value = drawn(making, () => inner(making));
    const text = encode(isJson ? JSON.stringify(value ?? null) : String(value));
    return value !== undefined && accepts(text) ? text : plain(making);
  };
}

function jsonMaker({ planner, makerOf }: MakeTools, { flat }: Plan): Maker {
  const { subSchemas } = planner;
  const content = flat.parts.flatMap((part) => subSchemas.one(part, "contentSchema") ?? []);
  const fallback = { type: "object", properties: { name: { type: "string" } } };
  const parts = content.length === 0 ? [subSchemas.sub(subSchemas.root, fallback)] : content;
  const inner = planner.plan(parts.map(positive));
  return planner.heightOf(inner) === Infinity ? () => undefined : makerOf(inner, "content");
}
