import type { JsonObject } from "../core/json.ts";

const readerByBase = new WeakMap<JsonObject, () => JsonObject>();

/** Sets how a base document's effective document with default values is read, if the build made it. */
export function setDefaultDocument(base: JsonObject, read: () => JsonObject): void {
  readerByBase.set(base, read);
}

/** A base document's effective document with default values; undefined if the build didn't make it. */
export function defaultDocumentOf(base: JsonObject): JsonObject | undefined {
  return readerByBase.get(base)?.();
}
