import type { JsonObject } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import type { DataPath } from "../../yaml/data-path.ts";

/** A problem with part of a document: its place inside that part, and one sentence. */
export type Found = { readonly inside: DataPath; readonly message: string };

/** Makes the places of problems relative to the enclosing part. */
export function within(keys: DataPath, found: readonly Found[]): Found[] {
  return found.map(({ inside, message }) => ({ inside: [...keys, ...inside], message }));
}

/** One problem for each kind of message: of several list items with the same problem, the first is reported. */
export function unique(messages: readonly string[], inside: DataPath = []): Found[] {
  const byForm = new Map(
    [...messages].reverse().map((each) => [each.replace(/\/\d+/g, "/*"), each]),
  );
  return [...byForm.values()].reverse().map((message) => ({ inside, message }));
}

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

/** A problem with a document: its place, one sentence, and other places in the document that may have caused it. */
export type DocumentProblem = {
  readonly path: DataPath;
  readonly message: string;
  readonly causes?: readonly DataPath[];
};
