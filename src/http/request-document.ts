import type { JsonObject, JsonValue } from "../core/json.ts";
import { asObject, asObjects, operationsOf, resolveRef } from "../spec/place.ts";

type Mutable = { [key: string]: JsonValue };

/**
 * What requests are checked by, and nothing more: a copy without responses, whose schemas the validator would compile at
 * every start for nothing, and without servers, whose addresses it would look for in the path.
 */
export function requestDocument({ openapi, info, paths, components }: JsonObject): JsonObject {
  const { schemas, parameters, requestBodies } = asObject(components);
  const kept = { openapi, info, paths, components: { schemas, parameters, requestBodies } };
  const copy: JsonObject = JSON.parse(JSON.stringify(kept));
  for (const { item, operation } of operationsOf(copy)) {
    delete (item as Mutable)["servers"];
    for (const key of ["servers", "responses", "x-batch-sim"]) delete (operation as Mutable)[key];
  }
  return copy;
}

/** Whether nothing of a request can break the operation's contract: it has no body, and at most path parameters of any text. */
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
