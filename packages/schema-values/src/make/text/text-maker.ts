import { isEqual } from "../../check/check.ts";
import { drawn } from "../../covering/turns.ts";
import { encoderOf } from "../../formats/pieces.ts";
import type { Hints, TextModel } from "../../lexicon/lexicon.ts";
import { conformityTest } from "../../plan/candidates.ts";
import { positive } from "../../plan/literal.ts";
import type { Plan, TextAcceptor } from "../../plan/plan.ts";
import type { TextShape } from "../../plan/text-shape.ts";
import { chooserOf } from "../branch-maker.ts";
import { hintsOf } from "../hints-of.ts";
import type { Maker, MakeTools } from "../making.ts";

/** A maker of strings that fit the property's name, title, and description. */
export function textMaker(
  tools: MakeTools,
  plan: Plan,
  where: { shape: TextShape; name: string },
): Maker {
  const { name, shape } = where;
  const { least, most, formats, patterns } = shape;
  const hints = { ...hintsOf(plan, name), least, most, formats, patterns };
  const model = tools.lexicon.text(hints);
  const accepts = conformityTest(tools.planner, plan);
  const wanted = { model, accepts };
  const source = labeling(tools, tools.texts.sourceOf(shape, wanted), { ...wanted, hints });
  const plain = stating(source, wanted);
  const encoded = contentMaker(tools, plan, shape) ?? encodedMaker(shape, plain);
  if (encoded === undefined) return plain;
  return (making) => {
    const text = encoded(making);
    return typeof text === "string" && accepts(text) ? text : plain(making);
  };
}

type Stating = { readonly model: TextModel; readonly accepts: TextAcceptor };

/** A maker of the string that the input states, if there is one and it is allowed. */
function stating(make: Maker, { model, accepts }: Stating): Maker {
  if (model.stated === undefined) return make;
  return (making) => {
    const text = making.subject && model.stated?.(making.subject).find(accepts);
    if (text === undefined) return make(making);
    making.hasStated = true;
    return text;
  };
}

type Labeling = Stating & { readonly hints: Hints };

/** A maker of one of the labels that the hints or the row's instructions list, if they are allowed. */
function labeling(tools: MakeTools, make: Maker, { model, accepts, hints }: Labeling): Maker {
  const { labels, isLabel = false } = model;
  if (labels === undefined && !isLabel) return make;
  const chooserFor = (list: readonly string[]): Maker => {
    const allowed = list.filter(accepts);
    return allowed.length < 2 ? make : chooserOf(tools.lexicon, allowed, hints);
  };
  const usual = labels === undefined ? make : chooserFor(labels);
  if (!isLabel) return usual;
  const choosers = new WeakMap<readonly string[], Maker>();
  return (making) => {
    const listed = making.subject?.labels;
    if (listed === undefined) return usual(making);
    const chooser = choosers.get(listed) ?? chooserFor(listed);
    choosers.set(listed, chooser);
    return chooser(making);
  };
}

/** A maker of strings that contain JSON conforming to `contentSchema`. */
function contentMaker(tools: MakeTools, plan: Plan, shape: TextShape): Maker | undefined {
  if (shape.contentMediaType === undefined || !/[/+]json$/.test(shape.contentMediaType))
    return undefined;
  const { planner } = tools;
  const content = plan.flat.parts.flatMap(
    (part) => planner.subSchemas.one(part, "contentSchema") ?? [],
  );
  const fallback = positive(
    planner.subSchemas.sub(planner.subSchemas.root, {
      type: "object",
      properties: { name: { type: "string" } },
    }),
  );
  const inner = planner.plan(content.length === 0 ? [fallback] : content.map(positive));
  if (planner.heightOf(inner) === Infinity) return undefined;
  const make = tools.makerOf(inner, "content");
  const encode = encoderOf(shape.contentEncoding);
  return (making) => {
    // Nothing in it is a place in the row.
    const value = drawn(making, make);
    return value === undefined ? undefined : encode(JSON.stringify(value));
  };
}

function encodedMaker(shape: TextShape, plain: Maker): Maker | undefined {
  const { contentEncoding } = shape;
  if (contentEncoding === undefined || isEqual(contentEncoding, "8bit")) return undefined;
  const encode = encoderOf(contentEncoding);
  return (making) => {
    const text = plain(making);
    return typeof text === "string" ? encode(text) : undefined;
  };
}
