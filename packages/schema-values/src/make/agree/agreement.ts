import { nameWithin, nameWords, splitName } from "../../lexicon/lexicon.ts";
import { conformityTest } from "../../plan/candidates.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ObjectEntries } from "../extra-properties.ts";
import { hintsOf } from "../hints-of.ts";
import type { Maker, MakeTools, ObjectDraft } from "../making.ts";
import { orderAgreement } from "./order-agreement.ts";
import { personAgreement } from "./person-agreement.ts";
import { type Property, together } from "./property.ts";
import { folderAgreement, referenceAgreement } from "./reference-agreement.ts";
import { countAgreement, opinionAgreement, placeAgreement } from "./small-agreements.ts";
import { totalAgreement } from "./total-agreement.ts";

/**
 * Larger objects are forms with a field for everything, and few of their properties belong
 * together.
 */
const MOST_PROPERTIES = 100;

/** How objects of one shape are made; `owner` is the name of what they describe. */
type ObjectMaking = {
  readonly make: Maker;
  readonly entries: ObjectEntries;
  readonly owner: string;
};

/**
 * A maker of objects whose properties agree with each other; returns the same maker if none needs
 * to.
 */
export function agreeing(tools: MakeTools, object: ObjectMaking): Maker {
  const { make, owner } = object;
  const { all } = object.entries;
  if (all.length > MOST_PROPERTIES) return make;
  const properties = all.flatMap(
    ({ key, plan }) => propertyOf(tools, nameWithin(owner, key), plan) ?? [],
  );
  const agreements = [
    orderAgreement(properties),
    personAgreement(properties),
    placeAgreement(tools, properties),
    opinionAgreement(properties),
    totalAgreement(properties),
    referenceAgreement(tools, properties),
    countAgreement(properties),
    folderAgreement(tools, properties),
  ].filter((it) => it !== undefined);
  const agree = together(agreements);
  if (agree === undefined) return make;
  return (making) => {
    const value = make(making);
    // The last attempts skip this step, because a schema may relate properties in its own way.
    if (value === undefined || making.optional === 0) return value;
    agree(value as ObjectDraft, making);
    return value;
  };
}

function propertyOf(tools: MakeTools, name: string, plan: Plan): Property | undefined {
  const { name: key } = splitName(name);
  const words = nameWords(key);
  if (words.length === 0) return undefined;
  return {
    key,
    words,
    plan,
    role: tools.lexicon.role?.(hintsOf(plan, name)),
    fits: conformityTest(tools.planner, plan),
  };
}
