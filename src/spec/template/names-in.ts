import { isJsonObject, type JsonValue } from "../../core/json.ts";

/** The names that a template reads: every word in its expressions; all, if it inserts a whole record. */
export function namesIn(template: JsonValue): (name: string) => boolean {
  const expressions = [...expressionsIn(template)];
  const variables = [...JSON.stringify(template).matchAll(/"each\(([A-Za-z_]\w*)\)"/g)];
  const records = ["job", ...variables.map(([, name]) => name)];
  if (expressions.some((expression) => records.includes(expression.trim()))) return () => true;
  const names = new Set(expressions.flatMap((each) => each.match(/[A-Za-z_]\w*/g) ?? []));
  return (name) => names.has(name);
}

/** Expressions are the values of operators, the keys of `$switch`, and what strings interpolate. */
function* expressionsIn(value: JsonValue, isOperand = false): Generator<string> {
  if (typeof value === "string") {
    if (isOperand) yield value;
    for (const rest of value.split("${").slice(1)) yield rest.split("}", 1)[0] ?? "";
  } else if (Array.isArray(value)) {
    for (const item of value) yield* expressionsIn(item);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* expressionsIn(key);
      if (key === "$switch" && isJsonObject(item)) yield* Object.keys(item);
      yield* expressionsIn(item, key.startsWith("$"));
    }
  }
}
