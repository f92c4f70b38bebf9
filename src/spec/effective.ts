import type { AssumptionSetter, Assumptions } from "../core/assumption.ts";
import { canonicalJson, type JsonObject } from "../core/json.ts";
import { assumptionsOf, effectiveValues } from "./assumptions-of.ts";
import { deriveResponses, setErrorContentTypes } from "./derive-responses.ts";
import { asObject, asObjects, hasParent, operationsOf, setPlace } from "./document-place.ts";
import { addUnknownFields } from "./unknown-fields.ts";

/** Changed or added entries of the model catalog, by ID (assumption `models`). */
export type ModelChanges = Readonly<Record<string, JsonObject>>;

/**
 * The spec as a document: the base with the assumptions' values written into it. The success
 * statuses, error responses, and state names that it declares are derived from these values.
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
    for (const [place, replacement] of Object.entries(effects))
      setPlace(document, place, structuredClone(replacement));
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

/** A changed entry keeps its other values; a new entry starts with the default model's values. */
function changedModels(catalog: readonly JsonObject[], changes: ModelChanges): JsonObject[] {
  const ids = new Set(catalog.map((model) => model["id"]));
  const kept = catalog.map((model) => ({ ...model, ...changes[String(model["id"])] }));
  const added = Object.entries(changes).filter(([id]) => !ids.has(id));
  return [...kept, ...added.map(([id, change]) => ({ ...catalog[0], id, ...change }))];
}

/** Maps a base document to a function that reads its default spec, which the build generated. */
export const DEFAULT_DOCUMENTS: WeakMap<JsonObject, () => JsonObject> = new WeakMap();
