import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";

/**
 * A template that adds fields to every object it renders. Objects whose keys are data are left alone, because there a
 * field would be one more entry. So are descriptions of files and lines, except for the JSON that they contain.
 */
export function withFields(template: JsonValue, fields: JsonObject): JsonValue {
  if (Array.isArray(template)) return template.map((item) => withFields(item, fields));
  if (!isJsonObject(template)) return template;
  if (Array.isArray(template["$merge"])) {
    const [first = {}, ...others] = template["$merge"];
    return { $merge: [withFields(first, fields), ...others] };
  }
  if (isDescription(template)) return descriptionWithFields(template, fields);
  const inner = mapped(template, (value, key) =>
    isExpression(key) ? value : withFields(value, fields),
  );
  const values = Object.values(template);
  const isByFormat = values.length > 0 && values.every(isDescription);
  const isOperator = Object.keys(template).some((key) => /^(\$|each\()/.test(key));
  return isByFormat || isOperator ? inner : { ...inner, ...fields };
}

/** Whether a value describes a body instead of being its template. */
function isDescription(value: unknown): boolean {
  return isJsonObject(value) && "contentType" in value;
}

function descriptionWithFields(description: JsonObject, fields: JsonObject): JsonObject {
  return mapped(description, (value, key) =>
    key === "body" || key === "lines" ? withFields(value, fields) : value,
  );
}

function mapped(
  object: JsonObject,
  change: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}

/** Keys of the template language whose value is an expression. */
function isExpression(key: string): boolean {
  return key === "$eval" || key === "$if" || key === "$map";
}
