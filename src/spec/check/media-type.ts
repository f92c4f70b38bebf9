import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { asObject } from "../document-place.ts";
import type { Found } from "./found.ts";

/** The schema that a response declares for a content type. */
export function mediaTypeSchema(content: JsonObject, contentType: string): JsonObject | undefined {
  const { schema } = asObject(content[contentType]);
  return isJsonObject(schema) ? schema : undefined;
}

/** A problem if a response doesn't declare the content type. */
export function undeclaredType(content: JsonObject, contentType: JsonValue | undefined): Found[] {
  if (typeof contentType === "string" && content[contentType] !== undefined) return [];
  const declared = Object.keys(content)
    .map((type) => `\`${type}\``)
    .join(", ");
  const message = `Expected a content type that the success response declares (${declared === "" ? "it declares none" : declared}), got ${describeValue(contentType)}.`;
  return [{ inside: [], message }];
}
