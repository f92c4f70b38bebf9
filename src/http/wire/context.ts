import type { JobState } from "../../core/job/state.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { Spec } from "../../spec/spec.ts";

/**
 * A view as the templates of the document read it: instants (`…At`) as ISO 8601 in UTC with milliseconds, states
 * under their names on the wire.
 */
export function wireContext(spec: Spec, view: JsonObject): JsonObject {
  const context: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(view)) context[key] = wireValue(spec, key, value);
  return context;
}

function wireValue(spec: Spec, key: string, value: JsonValue): JsonValue {
  // Documents and schemas hold what they hold; only the simulator's own records have instants and states in them.
  if (key === "document" || key === "schema") return value;
  if (key === "state") return spec.wireState(value as JobState);
  if (typeof value === "number" && key.endsWith("At")) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((item) => wireValue(spec, "", item));
  return isJsonObject(value) ? wireContext(spec, value) : value;
}
