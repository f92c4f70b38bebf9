import type { JsonValue } from "../json.ts";

/** An object under construction. */
export type ObjectDraft = { [key: string]: JsonValue };

/** Adds a property, even one named `__proto__`, which an assignment would not add. */
export function setProperty(out: ObjectDraft, key: string, value: JsonValue): void {
  if (key !== "__proto__") out[key] = value;
  else
    Object.defineProperty(out, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}
