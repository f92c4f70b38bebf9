import type { DataPath } from "../../yaml/data-path.ts";

/** A problem with part of a document: its place inside that part, and one sentence. */
export type Found = { readonly inside: DataPath; readonly message: string };

/** The same problems, with places relative to the enclosing part. */
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
