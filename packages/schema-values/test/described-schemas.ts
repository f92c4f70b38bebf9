import type { JsonObject } from "../src/json.ts";

export const TEXT = { type: "string" };
export const FLAG = { type: "boolean" };
export const DAY = { type: "string", format: "date" };
export const MOMENT = { type: "string", format: "date-time" };
export const CLOCK = { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" };

// biome-ignore lint/suspicious/noExplicitAny: a test knows what its own schemas describe.
export type Row = any;

/** An object that requires all of its properties. */
export function object(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

/** A list of at least one such object. */
export function listOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "array", minItems: 1, items: object(properties), ...more };
}
