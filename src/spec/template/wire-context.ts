import type { JobState } from "../../core/job/state.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { mapInSteps, type Stepwise } from "../../core/steps.ts";
import { asObject } from "../document-place.ts";

/** A format for instants: ISO 8601, or seconds since 1970. */
export type TimeForm = "iso" | "epochSeconds";

export type StateNames = {
  readonly wireState: (state: JobState) => string;
  readonly times: TimeForm;
};

/** A spec's names for states and its format for instants. */
export function stateNamesOf(document: JsonObject): StateNames {
  const states = asObject(document["x-states"]);
  return { wireState: (state) => String(states[state] ?? state), times: timeFormOf(document) };
}

export function timeFormOf(document: JsonObject): TimeForm {
  return document["x-times"] === "epochSeconds" ? "epochSeconds" : "iso";
}

export function wireInstant(times: TimeForm, instant: number): JsonValue {
  return times === "iso" ? new Date(instant).toISOString() : Math.floor(instant / 1000);
}

/**
 * Converts a view for the spec's templates: writes instants (`…At`) in the spec's format, which is
 * ISO 8601 in UTC with milliseconds by default, and states under their names on the wire.
 */
export function wireContext(names: StateNames, view: JsonObject): JsonObject {
  const context: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(view)) context[key] = wireValue(names, key, view[key] ?? null);
  return context;
}

/** Like `wireContext`, but in steps, for a view with a long list. */
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
  // Leaves other content unchanged: only the simulator's own records have instants and states.
  if (key === "document" || key === "schema" || key === "kept" || key === "lines") return value;
  if (key === "state") return names.wireState(value as JobState);
  if (typeof value === "number" && key.endsWith("At")) return wireInstant(names.times, value);
  if (Array.isArray(value)) return value.map((item) => wireValue(names, "", item));
  return isJsonObject(value) ? wireContext(names, value) : value;
}
