import type { JsonObject } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import type { Found } from "./found.ts";

/** A problem for each key that is not allowed in an object. */
export function unknownKeys(object: JsonObject, allowed: readonly string[]): Found[] {
  const unknown = Object.keys(object).filter((key) => !allowed.includes(key));
  return unknown.map((key) => {
    const near = nearest(key, allowed);
    const known = allowed.map((each) => `\`${each}\``).join(", ");
    const hint = near === undefined ? `Expected ${known}.` : `Did you mean \`${near}\`?`;
    return { inside: [key], message: `Unknown key \`${key}\`. ${hint}` };
  });
}
