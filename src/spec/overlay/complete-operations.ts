import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";
import { neededErrors, undeclaredInPath } from "../check/check-operations.ts";
import type { UseCases } from "../check/found.ts";
import { asObject, asObjects, type MutableObject, operationsOf } from "../document-place.ts";

/** Names operations without an ID after their use case. Changes the document in place. */
export function nameOperations(document: JsonObject): void {
  for (const { operation, binding } of operationsOf(document)) {
    const { use } = binding;
    if (typeof use === "string") (operation as MutableObject)["operationId"] ??= use;
  }
}

/**
 * Adds parts that an operation omits, except its ID: the parameters in its path and, based on its
 * use case, the errors with which it can respond, the formats of its files, and its success
 * response's content types. Changes the document in place.
 */
export function completeOperations(document: JsonObject, useCases: UseCases): void {
  for (const served of operationsOf(document)) {
    const operation = served.operation as MutableObject;
    const binding = served.binding as MutableObject;
    const { parameters = [] } = operation;
    // A parameter whose name looks misspelled gets no declaration.
    const implied = undeclaredInPath(served).flatMap((parameter) => parameter.implied ?? []);
    if (implied.length > 0 && Array.isArray(parameters))
      operation["parameters"] = [...parameters, ...implied];
    const need = useCases[String(binding["use"])];
    if (need?.answers === "content") completeFiles(binding);
    if (operation["responses"] === undefined) {
      binding["status"] ??= 200;
      operation["responses"] = responsesOf(operation, binding, need?.answers);
    }
    // Adds no errors for an unknown use case, so that it causes only one problem.
    if (need !== undefined) binding["errors"] ??= neededErrors(served, need);
  }
}

/** By default, an uploaded file contains bytes, and a file that a job writes contains lines. */
function completeFiles(binding: JsonObject): void {
  const { response } = binding;
  if (!isJsonObject(response)) return;
  (response as MutableObject)["uploaded"] ??= {};
  for (const [name, file] of Object.entries(response)) {
    if (!isJsonObject(file)) continue;
    (file as MutableObject)["contentType"] ??= "application/octet-stream";
    if (name !== "uploaded") (file as MutableObject)["codec"] ??= "lines";
  }
}

function responsesOf(
  { summary = "Success." }: JsonObject,
  { status = null, response = {} }: JsonObject,
  answers: UseCaseNeeds["answers"] = "view",
): JsonObject {
  const success = { description: summary, content: contentOf(answers, response) };
  if (answers !== "content") return { [String(status)]: success };
  // Clients can request part of a file, or ask whether their copy is current.
  return {
    [String(status)]: success,
    "206": { ...success, description: "The part of the file that the Range header requests." },
    "304": { description: "The client's copy is current." },
  };
}

/** A response's content: JSON, or the content types in the binding's file descriptions. */
function contentOf(answers: UseCaseNeeds["answers"], response: JsonValue): JsonObject {
  if (answers === "view") return { "application/json": {} };
  const files = [asObject(response), ...asObjects(Object.values(asObject(response)))];
  const types = files.map(({ contentType }) => contentType).filter((type) => type !== undefined);
  return Object.fromEntries(types.map((type) => [String(type), {}]));
}
