import type { AssumptionSetter, Assumptions } from "../core/assumption.ts";
import type { JsonObject } from "../core/json.ts";
import { asObject, asStrings } from "./document-place.ts";

/** An entry in the registry `x-assumptions`: a question that the interface document leaves open. */
export type Assumption = Readonly<ReturnType<typeof assumptionIn>>;

/** A document's assumptions, in document order. */
export function assumptionsOf(document: JsonObject): readonly Assumption[] {
  const registry = asObject(document["x-assumptions"]);
  return Object.keys(registry).map((id) => assumptionIn(id, asObject(registry[id])));
}

function assumptionIn(id: string, entry: JsonObject) {
  const { alternatives, deviations, value } = entry;
  const setBy: Exclude<AssumptionSetter, "scenario"> =
    entry["setBy"] === "overlay" ? "overlay" : "default";
  return {
    id,
    question: String(entry["question"]),
    /** Part of the interface document that leaves the question open. */
    section: String(entry["section"]),
    default: entry["default"] ?? null,
    alternatives: Array.isArray(alternatives) ? alternatives : [],
    /** Values of a real service or client that contradict the interface document. */
    deviations: Array.isArray(deviations) ? deviations : [],
    /** JSON Schema of the values, if they can't be listed. */
    value: value === undefined ? undefined : asObject(value),
    /** Places in the document to which the value is written. */
    sets: asStrings(entry["sets"]),
    /** Replacements in the document, by assumption value and then by place. */
    effects: asObject(entry["effects"]),
    /** The source of the default: the document itself, or an overlay. */
    setBy,
  };
}

/** The values of all assumptions: the given values, and otherwise the registry's defaults. */
export function effectiveValues(registry: readonly Assumption[], given: Assumptions): Assumptions {
  return Object.fromEntries(registry.map((entry) => [entry.id, given[entry.id] ?? entry.default]));
}

/** The values that an assumption can have; undefined if they can't be listed. */
export function valuesOf(assumption: Assumption): readonly Assumption["default"][] | undefined {
  if (assumption.value !== undefined) return undefined;
  return [assumption.default, ...assumption.alternatives, ...assumption.deviations];
}
