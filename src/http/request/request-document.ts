import { type JsonObject, type JsonValue, mapJson } from "../../core/json.ts";
import { asObject, type PlacedOperation, resolveRef } from "../../spec/document-place.ts";
import { parametersOf } from "../../spec/request-place.ts";

/**
 * The part of the spec that the validator needs for an operation's requests, with references
 * resolved. It has no responses, because the validator would compile them at every start, and no
 * servers, because the validator would look for their base paths.
 */
export function requestDocument({ document, path, method, item, operation }: PlacedOperation) {
  const { openapi, info, components } = document;
  const { operationId, parameters, requestBody } = operation;
  const own = {
    parameters: item["parameters"],
    [method]: { operationId, parameters, requestBody },
  };
  const paths = { [path]: inlined(document, own as JsonObject, []) };
  // References in recursive schemas, and references with sibling keywords, remain.
  const isSelfContained = !JSON.stringify(paths).includes('"$ref":');
  const { schemas } = asObject(components);
  const kept = { openapi, info, paths, ...(isSelfContained ? {} : { components: { schemas } }) };
  return JSON.parse(JSON.stringify(kept)) as JsonObject;
}

function inlined(document: JsonObject, value: JsonValue, within: readonly string[]): JsonValue {
  return mapJson(value, (part) => {
    const { const: only, ...rules } = asObject(part);
    // The validator's messages include the values of `enum`, but not the value of `const`.
    if (typeof only === "string") return { ...rules, enum: [only] };
    const { $ref: ref, ...others } = asObject(part);
    if (typeof ref !== "string" || Object.keys(others).length > 0) return undefined;
    const target = within.includes(ref) ? undefined : resolveRef(document, part);
    return target === undefined ? part : inlined(document, target, [...within, ref]);
  });
}

/** Whether every request is valid: the operation has no body and only plain path parameters. */
export function isOpen(served: PlacedOperation): boolean {
  if (served.operation["requestBody"] !== undefined) return false;
  return parametersOf(served).every(
    (parameter) =>
      parameter["in"] === "path" && JSON.stringify(parameter["schema"]) === '{"type":"string"}',
  );
}
