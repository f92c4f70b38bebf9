import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { asObject, asObjects, operationsOf, resolveRef } from "../../spec/document-place.ts";

/**
 * The part of the document that validates an operation's requests: a copy with references resolved,
 * and without responses, because the validator would compile both at every start. It has no servers
 * either: the validator would look for their base paths.
 */
export function requestDocument(document: JsonObject, id: string): JsonObject {
  const { openapi, info, components } = document;
  const found = operationsOf(document).find(({ operation }) => operation["operationId"] === id);
  if (found === undefined) throw new RangeError(`Expected the document to have \`${id}\`.`);
  const { path, method, item, operation } = found;
  const { operationId, parameters, requestBody } = operation;
  const own = {
    parameters: item["parameters"],
    [method]: { operationId, parameters, requestBody },
  };
  const paths = { [path]: inlined(document, own as JsonObject, []) };
  // A recursive schema keeps its reference, and so does a reference with sibling keywords.
  const isSelfContained = !JSON.stringify(paths).includes('"$ref":');
  const { schemas } = asObject(components);
  const kept = { openapi, info, paths, ...(isSelfContained ? {} : { components: { schemas } }) };
  return JSON.parse(JSON.stringify(kept));
}

function inlined(document: JsonObject, value: JsonValue, within: readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((item) => inlined(document, item, within));
  if (!isJsonObject(value)) return value;
  const { $ref: ref } = value;
  if (typeof ref === "string" && Object.keys(value).length === 1) {
    const target = within.includes(ref) ? undefined : resolveRef(document, value);
    return target === undefined ? value : inlined(document, target, [...within, ref]);
  }
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return Object.fromEntries(entries.map(([key, child]) => [key, inlined(document, child, within)]));
}

/**
 * Whether every request satisfies the operation's contract: it has no body, and no parameters
 * except unrestricted strings in the path.
 */
export function isOpen(document: JsonObject, operationId: string): boolean {
  return operationsOf(document)
    .filter(({ operation }) => operation["operationId"] === operationId)
    .every(({ item, operation }) => {
      const parameters = [...asObjects(item["parameters"]), ...asObjects(operation["parameters"])];
      return operation["requestBody"] === undefined && parameters.every(isAnyText);
    });

  function isAnyText(given: JsonObject): boolean {
    const parameter = asObject(resolveRef(document, given));
    return (
      parameter["in"] === "path" && JSON.stringify(parameter["schema"]) === '{"type":"string"}'
    );
  }
}
