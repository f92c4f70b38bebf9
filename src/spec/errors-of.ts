import type { JsonObject } from "../core/json.ts";
import { asObject } from "./document-place.ts";

/** The errors of a document. One for an overloaded service has the form of the others if the document has none. */
export function errorsOf(document: JsonObject): JsonObject {
  const errors = asObject(document["x-errors"]);
  if (errors["overloaded"] !== undefined) return errors;
  const { body = {}, contentType } = asObject(errors["unknown-job"]);
  const overloaded = {
    // RFC 9110, 15.6.4.
    status: 503,
    description: "The service is overloaded.",
    body,
    ...(contentType !== undefined && { contentType }),
  };
  return { ...errors, overloaded };
}
