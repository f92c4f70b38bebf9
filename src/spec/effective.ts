import type { Assumptions } from "../core/job/facts.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { assumptionsOf, valuesInForce } from "./assumption.ts";
import { withFields } from "./extra-fields.ts";
import { asObject, asObjects, asStrings, operationsOf, setPlace } from "./place.ts";

type Mutable = { [key: string]: JsonValue };

/** Entries of the model catalogue that differ, by id (assumption `models`). */
export type ModelChanges = Readonly<Record<string, JsonObject>>;

/**
 * The document in force: the base with the values of the assumptions written into it. It declares only
 * the values in force: success statuses, error responses and state names are derived here.
 */
export function effectiveDocument(
  base: JsonObject,
  given: Assumptions,
  models: ModelChanges = {},
): JsonObject {
  const document = structuredClone(base);
  const registry = assumptionsOf(document);
  const values = valuesInForce(registry, given);
  for (const entry of registry) {
    const value = values[entry.id] ?? null;
    setPlace(document, `/x-assumptions/${entry.id}/inForce`, value);
    for (const place of value === entry.default ? [] : entry.sets) setPlace(document, place, value);
    const effects = asObject(entry.effects[String(value)]);
    for (const [place, replacement] of Object.entries(effects)) {
      setPlace(document, place, structuredClone(replacement));
    }
  }
  setPlace(document, "/x-models", changedModels(asObjects(document["x-models"]), models));
  setPlace(
    document,
    "/components/schemas/JobState/enum",
    Object.values(asObject(document["x-states"])),
  );
  for (const { operation } of operationsOf(document)) deriveResponses(document, operation, values);
  if (values["extra-response-fields"] === "one-unknown") addUnknownFields(document);
  return document;
}

function deriveResponses(document: JsonObject, operation: JsonObject, values: Assumptions): void {
  const binding = asObject(operation["x-batch-sim"]);
  const written = asObject(operation["responses"]);
  const success = Object.keys(written).find((status) => status.startsWith("2"));
  const derived: Mutable = {};
  if (success !== undefined) derived[String(binding["status"] ?? success)] = written[success] ?? {};
  for (const [status, codes] of errorsByStatus(document, operation, values)) {
    derived[status] = errorResponse(document, codes);
  }
  (operation as Mutable)["responses"] = derived;
}

function errorsByStatus(
  document: JsonObject,
  operation: JsonObject,
  values: Assumptions,
): [string, string[]][] {
  const catalogue = asObject(document["x-errors"]);
  const listed = asStrings(asObject(operation["x-batch-sim"])["errors"]);
  const everywhere = Object.keys(catalogue).filter(
    (code) => listed.length > 0 && asObject(catalogue[code])["everywhere"] === true,
  );
  const byStatus = new Map<string, string[]>();
  for (const code of [...listed, ...everywhere]) {
    const error = asObject(catalogue[code]);
    const [[id, unless] = []] = Object.entries(asObject(error["unless"]));
    if (id !== undefined && values[id] === unless) continue;
    const status = String(error["status"]);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].sort(([a], [b]) => Number(a) - Number(b));
}

/** One error's own response; of several with the same status, one response that says both. */
function errorResponse(document: JsonObject, codes: readonly string[]): JsonObject {
  const catalogue = asObject(document["x-errors"]);
  const named = new Set(codes.map((code) => asObject(catalogue[code])["response"]));
  const [only] = named;
  if (named.size === 1 && typeof only === "string")
    return { $ref: `#/components/responses/${only}` };
  const components = asObject(asObject(document["components"])["responses"]);
  const errors = codes.map((code) => {
    const error = asObject(catalogue[code]);
    const response =
      typeof error["response"] === "string" ? asObject(components[error["response"]]) : {};
    return {
      description: String(error["description"] ?? response["description"] ?? ""),
      assumption: error["assumption"] ?? response["x-assumption"],
      schema:
        error["schema"] ??
        asObject(asObject(asObject(response["content"])["application/json"])["schema"]),
    };
  });
  const schemas = [
    ...new Map(errors.map((error) => [JSON.stringify(error.schema), error.schema])).values(),
  ];
  const assumptions = errors.flatMap((error) =>
    error.assumption === undefined ? [] : [error.assumption],
  );
  return {
    description: [...new Set(errors.map((error) => error.description))].join("\n\n"),
    ...(assumptions.length > 0 ? { "x-assumption": assumptions } : {}),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: asObjects(schemas) },
      },
    },
  };
}

/** Puts one field that no schema names into every object that is answered (assumption `extra-response-fields`). */
function addUnknownFields(document: JsonObject): void {
  const field = asObject(
    asObject(asObject(document["x-assumptions"])["extra-response-fields"])["field"],
  );
  const shapes = [
    ...operationsOf(document).map(
      ({ operation }) => [asObject(operation["x-batch-sim"]), "response"] as const,
    ),
    ...asObjects(Object.values(asObject(document["x-errors"]))).map(
      (error) => [error, "body"] as const,
    ),
  ];
  for (const [shape, key] of shapes) {
    if (shape[key] !== undefined) (shape as Mutable)[key] = withFields(shape[key], field);
  }
}

/** A changed entry keeps what it doesn't change; a new one starts from the catalogue's first, its default model. */
function changedModels(catalogue: readonly JsonObject[], changes: ModelChanges): JsonObject[] {
  const ids = new Set(catalogue.map((model) => model["id"]));
  const kept = catalogue.map((model) => ({ ...model, ...changes[String(model["id"])] }));
  const added = Object.entries(changes).filter(([id]) => !ids.has(id));
  return [...kept, ...added.map(([id, change]) => ({ ...catalogue[0], id, ...change }))];
}
