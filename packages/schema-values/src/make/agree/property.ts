import type { JsonObject, JsonValue } from "../../json.ts";
import { nameWords, type PersonRole, type PlaceRole, singularOf } from "../../lexicon/lexicon.ts";
import { conformityTest } from "../../plan/candidates.ts";
import type { Plan, Way } from "../../plan/plan.ts";
import { hintsOf, nameWithin } from "../hints-of.ts";
import { type MakeTools, type Making, type ObjectDraft, setProperty } from "../making.ts";

/** Makes existing values consistent with each other; new values conform to their schemas. */
export type Agreement = (out: ObjectDraft, making: Making) => void;

/** Computes a number from an object; undefined if an operand is missing. */
export type Reckon = (out: JsonObject) => number | undefined;

/** A property of an object, with what is needed to make it consistent with other properties. */
export type Property = {
  readonly key: string;
  /** The words of the key, separated by spaces. */
  readonly name: string;
  /** The name in the singular. */
  readonly stem: string;
  readonly description: string;
  readonly plan: Plan;
  /** The part of a person's identity or of a place that the property represents. */
  role(): PersonRole | PlaceRole | undefined;
  /** The properties of a list's objects, by name; undefined for other properties. */
  items(): ReadonlyMap<string, Property> | undefined;
  isNumber(): boolean;
  isList(): boolean;
  /** Whether the property's schema allows a value. */
  fits(value: JsonValue): boolean;
};

export type Properties = readonly Property[];

/** Describes an object's property. Computes fields that take time on first use. */
export function propertyOf(tools: MakeTools, owner: string, key: string, plan: Plan): Property {
  const hints = hintsOf(plan, nameWithin(owner, key));
  return {
    key,
    name: nameWords(key).join(" "),
    stem: nameWords(key).map(singularOf).join(" "),
    description: hints.description,
    plan,
    role: lazy(() => tools.lexicon.role?.(hints)),
    items: lazy(() => {
      const list = wayOf(tools, plan, "array");
      const item = list && wayOf(tools, list.child(0, []), "object");
      const properties = item?.shape.keys.flatMap((each) => {
        const child = item.child(each);
        return child === undefined ? [] : [propertyOf(tools, key, each, child)];
      });
      return properties && new Map(properties.map((it) => [it.name, it]));
    }),
    isNumber: () => wayOf(tools, plan, "number") !== undefined,
    isList: () => wayOf(tools, plan, "array") !== undefined,
    fits: conformityTest(tools.planner, plan),
  };
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A string's words in the singular, with a space before and after each word. */
export function wordsIn(text: string): string {
  return ` ${nameWords(text).map(singularOf).join(" ")} `;
}

const MOST_STEPS = 8;

/** The first of a plan's ways that has the given kind. Follows references and choices. */
function wayOf<Kind extends Way["kind"]>(
  tools: MakeTools,
  plan: Plan,
  kind: Kind,
  left = MOST_STEPS,
): Extract<Way, { kind: Kind }> | undefined {
  if (left === 0 || tools.planner.heightOf(plan) === Infinity) return undefined;
  const steps = tools.planner.stepsOf(plan);
  if (steps.kind === "same") return wayOf(tools, steps.plan, kind, left - 1);
  if (steps.kind === "choice")
    return steps.plans
      .map((option) => wayOf(tools, option, kind, Math.min(2, left - 1)))
      .find((way) => way !== undefined);
  // If the schema has a `not`, a value of this type might not conform.
  if (steps.kind !== "typed" || steps.nots.length + plan.flat.leaves.length > 0) return undefined;
  return steps.ways.find((way): way is Extract<Way, { kind: Kind }> => way.kind === kind);
}

/** The properties with the given names (separated by bars), in the order of the names. */
export function named(properties: Properties, names: string): Property[] {
  return names.split("|").flatMap((name) => properties.find((it) => it.name === name) ?? []);
}

/** Replaces an existing value if the property's schema allows the new one. */
export function replace(out: ObjectDraft, { key, fits }: Property, value: JsonValue): void {
  if (out[key] !== value && Object.hasOwn(out, key) && fits(value)) setProperty(out, key, value);
}

export function isStated(value: JsonValue | undefined, making: Making): boolean {
  const { hasStated, statedNumbers, subject, claims } = making;
  if (!hasStated) return false;
  if (typeof value === "number") return statedNumbers.includes(value);
  // The subject's text may contain a date in another format, so `claims` is checked, too.
  if (typeof value !== "string") return false;
  return subject?.text.includes(value) === true || claims.some((it) => it.value === value);
}
