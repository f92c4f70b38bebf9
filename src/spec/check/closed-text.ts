import type { JsonObject, JsonValue } from "../../core/json.ts";
import { valueAtPointer } from "../../core/json-pointer.ts";

/** A reference that is a JSON Pointer without escapes. */
const PLAIN = /"\$ref":"#((?:\/[^"\\%]*)?)"/g;

/** A schema with another base or name, or a reference that is not plain. */
const UNUSUAL = /"\$(id|anchor|dynamicAnchor|dynamicRef)":|"\$ref":(?!"#(?:\/[^"\\%]*)?")/;

/**
 * The JSON text of a schema and of everything in a document that it refers to. Two schemas with the same text accept the same
 * values, whatever else their documents contain.
 */
export function closedText(document: JsonObject, schema: JsonObject): string {
  const parts = new Map<string, string>();
  const pending: (readonly [string, JsonValue | undefined])[] = [["the schema", schema]];
  for (const [place, value] of pending) {
    const text = JSON.stringify(value) ?? "";
    if (UNUSUAL.test(text)) return JSON.stringify([schema, document]);
    parts.set(place, text);
    for (const [, pointer = ""] of text.matchAll(PLAIN)) {
      if (parts.has(pointer)) continue;
      parts.set(pointer, "");
      pending.push([pointer, valueAtPointer(document, pointer)]);
    }
  }
  return JSON.stringify([...parts]);
}
