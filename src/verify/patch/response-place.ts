import type { JsonObject } from "../../core/json.ts";
import { asObject, operationsOf } from "../../spec/document-place.ts";
import type { Difference } from "../compare/difference.ts";
import type { Path } from "./places.ts";

/** Where a document says how a response looks. */
export type ResponsePlace = {
  /** The operation. */
  readonly operation: Path;
  /** The template of the body. */
  readonly template: Path;
  readonly schema: Path;
};

/** The place of the response that a difference is about; undefined if the document doesn't have it. */
export function responsePlace(
  document: JsonObject,
  { operationId, error, format }: Difference,
): ResponsePlace | undefined {
  const found = operationsOf(document).find(
    (each) => each.operation["operationId"] === operationId,
  );
  if (found === undefined) return undefined;
  const operation = ["paths", found.path, found.method];
  const json = ["content", "application/json", "schema"];
  if (error !== undefined) {
    const entry = asObject(asObject(document["x-errors"])[error]);
    const named = ["components", "responses", String(entry["response"]), ...json];
    const schema = entry["schema"] === undefined ? named : ["x-errors", error, "schema"];
    return { operation, template: ["x-errors", error, "body"], schema };
  }
  const statuses = Object.keys(asObject(found.operation["responses"]));
  const status = statuses.find((each) => each.startsWith("2")) ?? "200";
  const body = format === undefined ? [] : [format, "body"];
  return {
    operation,
    template: [...operation, "x-batch-sim", "response", ...body],
    schema: [...operation, "responses", status, ...json],
  };
}
