import { nameWithin } from "../lexicon/hints.ts";
import type { Plan, Way } from "../plan/plan.ts";
import { keyword } from "../source/schema.ts";
import type { Maker, MakeTools } from "./making.ts";

/** A property that an object can have. */
export type Entry = {
  readonly key: string;
  readonly index: number;
  readonly isRequired: boolean;
  readonly make: Maker;
  readonly height: number;
  /** Its probability relative to others; low for deprecated and write-only properties. */
  readonly weight: number;
  /** Keys that it requires. */
  readonly brings: readonly string[];
};

/** The properties that objects of one shape can have. */
export type ObjectEntries = {
  readonly all: readonly Entry[];
  readonly required: readonly Entry[];
  readonly byKey: ReadonlyMap<string, Entry>;
  readonly optionals: number;
};

/** The properties of an object; undefined if a required one can't be made. */
export function entriesOf(
  tools: MakeTools,
  way: Extract<Way, { kind: "object" }>,
  owner: string,
): ObjectEntries | undefined {
  const { shape } = way;
  const all: Entry[] = [];
  for (const [index, key] of shape.keys.entries()) {
    const child = way.child(key);
    const height = child === undefined ? Infinity : tools.planner.heightOf(child);
    const isRequired = shape.required.has(key);
    if (child === undefined || height === Infinity) {
      if (isRequired) return undefined;
      continue;
    }
    const make = tools.makerOf(child, nameWithin(owner, key));
    const brings = broughtBy(key, shape.dependents);
    all.push({ key, index, isRequired, make, height, weight: weightOf(child), brings });
  }
  const required = all.filter((entry) => entry.isRequired);
  return {
    all,
    required,
    byKey: new Map(all.map((entry) => [entry.key, entry])),
    optionals: all.length - required.length,
  };
}

function broughtBy(key: string, dependents: ReadonlyMap<string, readonly string[]>): string[] {
  const brought = new Set<string>();
  const pending = [key];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of dependents.get(next) ?? []) {
      if (!brought.has(name)) pending.push(name);
      brought.add(name);
    }
  }
  brought.delete(key);
  return [...brought];
}

/** Deprecated and write-only properties are rare in responses. */
function weightOf(plan: Plan): number {
  const isShunned = plan.flat.parts.some(
    (part) =>
      keyword(part.schema, "deprecated") === true || keyword(part.schema, "writeOnly") === true,
  );
  return isShunned ? 0 : 1;
}
