import type { Assumptions } from "../core/assumption.ts";
import { defined } from "../core/defined.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import {
  asObject,
  asObjects,
  asStrings,
  type MutableObject,
  type PlacedOperation,
} from "./document-place.ts";

/**
 * Declares an operation's responses for the assumption values in effect: one success response, with
 * the status in its binding, and the 4xx responses for its `errors`. Doesn't change a 206 response
 * or responses that are neither 2xx nor 4xx.
 */
export function deriveResponses(served: PlacedOperation, values: Assumptions): void {
  const written = asObject(served.operation["responses"]);
  const derived: MutableObject = {};
  const status = successStatusOf(served);
  const success = written[status] === undefined ? successStatuses(written)[0] : status;
  if (success !== undefined) derived[status] = written[success] ?? {};
  Object.assign(derived, derivedErrors(served, values));
  for (const [other, response] of Object.entries(written)) {
    // 206 is an additional success status, for part of a file.
    if (!/^[24]/.test(other) || other === "206") derived[other] = response;
  }
  (served.operation as MutableObject)["responses"] = derived;
}

/** An operation's success status: from its binding, else from its first 2xx response, else 200. */
export function successStatusOf({ operation, binding }: PlacedOperation): string {
  const [first = 200] = successStatuses(asObject(operation["responses"]));
  return String(binding["status"] ?? first);
}

export function successStatuses(responses: JsonObject): string[] {
  return Object.keys(responses).filter((status) => status.startsWith("2"));
}

/** The responses for an operation's `errors`, by status, for the assumption values in effect. */
export function derivedErrors(
  { document, binding }: PlacedOperation,
  values: Assumptions,
): JsonObject {
  const catalog = asObject(document["x-errors"]);
  const listed = asStrings(binding["errors"]);
  const everywhere = Object.keys(catalog).filter(
    (code) => listed.length > 0 && asObject(catalog[code])["everywhere"] === true,
  );
  const byStatus = new Map<string, string[]>();
  for (const code of [...listed, ...everywhere]) {
    const error = asObject(catalog[code]);
    const [[id, unless] = []] = Object.entries(asObject(error["unless"]));
    if (id !== undefined && values[id] === unless) continue;
    const status = String(error["status"]);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  // The result is sorted by status, because an object's integer keys are in ascending order.
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, errorResponse(document, codes)]),
  );
}

/** The shared response that all of these errors name, or else a response that combines them. */
function errorResponse(document: JsonObject, codes: readonly string[]): JsonObject {
  const catalog = asObject(document["x-errors"]);
  const named = new Set(codes.map((code) => asObject(catalog[code])["response"]));
  const [only] = named;
  if (named.size === 1 && typeof only === "string")
    return { $ref: `#/components/responses/${only}` };
  const errors = codes.map((code) => describeError(document, code));
  const assumptions = errors.map(({ assumption }) => assumption).filter((id) => id !== undefined);
  return {
    description: [...new Set(errors.map(({ description }) => description))].join("\n\n"),
    ...(assumptions.length > 0 ? { "x-assumption": assumptions } : {}),
    content: contentOf(errors),
  };
}

/** Describes an error. Parts that it lacks come from the response that it names. */
export function describeError(document: JsonObject, code: string) {
  const error = asObject(errorsOf(document)[code]);
  const responses = asObject(asObject(document["components"])["responses"]);
  const response = asObject(responses[String(error["response"])]);
  return {
    description: String(error["description"] ?? response["description"] ?? ""),
    assumption: error["assumption"] ?? response["x-assumption"],
    contentType: contentTypeOf(error),
    schema: asObject(error["schema"] ?? schemaIn(response)),
  };
}

export function contentTypeOf(error: JsonObject): string {
  return String(error["contentType"] ?? "application/json");
}

function schemaIn(response: JsonObject): JsonValue | undefined {
  const [first] = asObjects(Object.values(asObject(response["content"])));
  return first?.["schema"];
}

function contentOf(errors: readonly ReturnType<typeof describeError>[]): JsonObject {
  const types = [...new Set(errors.map(({ contentType }) => contentType))];
  const entries = types.map((type) => {
    const schemas = new Map(
      errors
        .filter(({ contentType }) => contentType === type)
        .map(({ schema }) => [JSON.stringify(schema), schema]),
    );
    const [first = {}, ...others] = schemas.values();
    return [type, { schema: others.length === 0 ? first : { anyOf: [first, ...others] } }] as const;
  });
  return Object.fromEntries(entries);
}

/** Gives each shared error response the content types of the errors that use it. */
export function setErrorContentTypes(document: JsonObject): void {
  const errors = asObjects(Object.values(asObject(document["x-errors"])));
  const responses = asObject(asObject(document["components"])["responses"]);
  for (const [name, response] of Object.entries(responses)) {
    const users = errors.filter((error) => error["response"] === name);
    if (users.length === 0) continue;
    const schema = schemaIn(asObject(response)) ?? {};
    (asObject(response) as MutableObject)["content"] = Object.fromEntries(
      users.map((error) => [contentTypeOf(error), { schema }]),
    );
  }
}

/** A document's errors. A missing `overloaded` error is added, with the body of `unknown-job`. */
export function errorsOf(document: JsonObject): JsonObject {
  const errors = asObject(document["x-errors"]);
  if (errors["overloaded"] !== undefined) return errors;
  const { body = {}, contentType } = asObject(errors["unknown-job"]);
  const overloaded = {
    // RFC 9110, 15.6.4.
    status: 503,
    description: "The service is overloaded.",
    body,
    ...defined({ contentType }),
  };
  return { ...errors, overloaded };
}
