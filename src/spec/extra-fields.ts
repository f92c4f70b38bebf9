import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";

/**
 * A template that renders every object with some fields more. Objects whose keys are data are left alone: there, a key
 * more would be an entry more.
 */
export function withFields(template: JsonValue, fields: JsonObject): JsonValue {
  if (Array.isArray(template)) return template.map((item) => withFields(item, fields));
  if (!isJsonObject(template)) return template;
  if (Array.isArray(template["$merge"])) {
    const [first = {}, ...others] = template["$merge"];
    return { $merge: [withFields(first, fields), ...others] };
  }
  const inner = Object.fromEntries(
    Object.entries(template).map(([key, value]) => [
      key,
      isCode(key) ? value : withFields(value, fields),
    ]),
  );
  return Object.keys(template).some((key) => key.startsWith("$") || key.startsWith("each("))
    ? inner
    : { ...inner, ...fields };
}

/** Keys whose value is an expression or a constant of the template language, not a shape. */
function isCode(key: string): boolean {
  return key === "$eval" || key === "$if" || key === "$map" || key === "contentType";
}
