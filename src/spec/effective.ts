import type { AssumptionSetter, Assumptions } from "../core/assumption.ts";
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mapValues,
} from "../core/json.ts";
import { assumptionsOf, effectiveValues } from "./assumptions-of.ts";
import { deriveResponses, setErrorContentTypes } from "./derive-responses.ts";
import {
  asObject,
  asObjects,
  hasParent,
  type MutableObject,
  operationsOf,
  setPlace,
} from "./document-place.ts";
import { isAtOrigin } from "./operation.ts";

/** Changed or added entries of the model catalog, by ID (assumption `models`). */
export type ModelChanges = Readonly<Record<string, JsonObject>>;

/**
 * The spec as a document: the base with the assumptions' values written into it. It declares only
 * the current values: success statuses, error responses, and state names are derived here.
 */
export function effectiveDocument(
  base: JsonObject,
  given: Assumptions,
  models: ModelChanges = {},
): JsonObject {
  const document = structuredClone(base);
  const registry = assumptionsOf(document);
  const values = effectiveValues(registry, given);
  for (const entry of registry) {
    const value = values[entry.id] ?? null;
    setPlace(document, `/x-assumptions/${entry.id}/inForce`, value);
    const isDefault = canonicalJson(value) === canonicalJson(entry.default);
    const setter: AssumptionSetter = isDefault ? entry.setBy : "scenario";
    setPlace(document, `/x-assumptions/${entry.id}/setBy`, setter);
    for (const place of entry.sets) setPlace(document, place, value);
    const effects = asObject(entry.effects[String(value)]);
    for (const [place, replacement] of Object.entries(effects)) {
      setPlace(document, place, structuredClone(replacement));
    }
  }
  setPlace(document, "/x-models", changedModels(asObjects(document["x-models"]), models));
  const states = "/components/schemas/JobState/enum";
  if (hasParent(document, states))
    setPlace(document, states, Object.values(asObject(document["x-states"])));
  setErrorContentTypes(document);
  for (const served of operationsOf(document)) deriveResponses(served, values);
  if (values["extra-response-fields"] === "one-unknown") addUnknownFields(document);
  return document;
}

/** Adds an undocumented field to all objects in responses (assumption `extra-response-fields`). */
function addUnknownFields(document: JsonObject): void {
  const field = asObject(
    asObject(asObject(document["x-assumptions"])["extra-response-fields"])["field"],
  );
  const served = operationsOf(document).filter(({ item }) => !isAtOrigin(item));
  const shapes = [
    ...served.map(({ binding }) => [binding, "response"] as const),
    ...asObjects(Object.values(asObject(document["x-errors"]))).map(
      (error) => [error, "body"] as const,
    ),
  ];
  for (const [shape, key] of shapes) {
    if (shape[key] !== undefined) (shape as MutableObject)[key] = withFields(shape[key], field);
  }
}

/** A changed entry keeps its other values; a new one starts with those of the default model. */
function changedModels(catalog: readonly JsonObject[], changes: ModelChanges): JsonObject[] {
  const ids = new Set(catalog.map((model) => model["id"]));
  const kept = catalog.map((model) => ({ ...model, ...changes[String(model["id"])] }));
  const added = Object.entries(changes).filter(([id]) => !ids.has(id));
  return [...kept, ...added.map(([id, change]) => ({ ...catalog[0], id, ...change }))];
}

/**
 * Adds fields to every object that a template renders, except to objects whose keys are data,
 * because there a field would be another entry. Descriptions of files and lines are also excluded,
 * but not the JSON that they contain.
 */
function withFields(template: JsonValue, fields: JsonObject): JsonValue {
  if (Array.isArray(template)) return template.map((item) => withFields(item, fields));
  if (!isJsonObject(template)) return template;
  if (Array.isArray(template["$merge"])) {
    const [first = {}, ...others] = template["$merge"];
    return { $merge: [withFields(first, fields), ...others] };
  }
  if (isDescription(template))
    return mapValues(template, (value, key) =>
      key === "body" || key === "lines" ? withFields(value, fields) : value,
    );
  const inner = mapValues(template, (value, key) =>
    EXPRESSIONS.has(key) ? value : withFields(value, fields),
  );
  const values = Object.values(template);
  const isByFormat = values.length > 0 && values.every(isDescription);
  const isOperator = Object.keys(template).some((key) => /^(\$|each\()/.test(key));
  return isByFormat || isOperator ? inner : { ...inner, ...fields };
}

function isDescription(value: unknown): boolean {
  return isJsonObject(value) && "contentType" in value;
}

/** Keys of the template language whose value is an expression. */
const EXPRESSIONS: ReadonlySet<string> = new Set(["$eval", "$if", "$map"]);

/** Functions that read a base's effective document with default values, which the build made. */
export const DEFAULT_DOCUMENTS: WeakMap<JsonObject, () => JsonObject> = new WeakMap();
