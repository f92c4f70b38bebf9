import { isJsonObject, type JsonObject, type JsonValue, mapValues } from "../core/json.ts";
import { asObject, asObjects, type MutableObject, operationsOf } from "./document-place.ts";
import { isAtOrigin } from "./operation.ts";

/** Adds an undocumented field to all objects in responses (assumption `extra-response-fields`). */
export function addUnknownFields(document: JsonObject): void {
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
  for (const [shape, key] of shapes)
    if (shape[key] !== undefined) (shape as MutableObject)[key] = withFields(shape[key], field);
}

/**
 * Adds fields to the objects that a template renders. Operators, and descriptions of files and
 * lines, get no fields, but the objects that they contain do. In a list of `$merge` sources, only
 * the first gets fields.
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
