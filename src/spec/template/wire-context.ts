import type { JobState } from "../../core/job/state.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { mapInSteps, type Stepwise } from "../../core/steps.ts";

/** Name of a state on the wire. */
export type StateNames = { readonly wireState: (state: JobState) => string };

/**
 * A view for the document's templates: instants (`…At`) as ISO 8601 in UTC with milliseconds, and states by their names on
 * the wire.
 */
export function wireContext(names: StateNames, view: JsonObject): JsonObject {
  const context: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(view)) context[key] = wireValue(names, key, view[key] ?? null);
  return context;
}

/** The same in steps, for a view with a long list. */
export function* wireContextInSteps(names: StateNames, view: JsonObject): Stepwise<JsonObject> {
  const context: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(view)) {
    context[key] = Array.isArray(value)
      ? yield* mapInSteps(value, (item) => wireValue(names, "", item))
      : wireValue(names, key, value);
  }
  return context;
}

function wireValue(names: StateNames, key: string, value: JsonValue): JsonValue {
  // Documents and schemas are left unchanged: only the simulator's own records have instants and states.
  if (key === "document" || key === "schema") return value;
  if (key === "state") return names.wireState(value as JobState);
  if (typeof value === "number" && key.endsWith("At")) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((item) => wireValue(names, "", item));
  return isJsonObject(value) ? wireContext(names, value) : value;
}
