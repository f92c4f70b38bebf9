import type { JsonObject } from "../../core/json.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";
import { targetPlaces } from "../compile-target.ts";
import { asObject, operationsOf } from "../document-place.ts";
import { requestMapOf } from "../request-map.ts";
import type { Capabilities } from "./capabilities.ts";
import type { DocumentProblem } from "./found.ts";

/** An operation that may return URLs of another one. */
type Leading = {
  readonly operation: JsonObject;
  readonly need: UseCaseNeeds;
  /** Path of its binding in the document. */
  readonly at: readonly string[];
};

/** Problems with the operation whose URLs another one returns: it must exist, and take from its URL what the other one puts there. */
export function checkSignedUrls(
  document: JsonObject,
  { operation, need, at }: Leading,
  needs: Capabilities["useCases"],
): DocumentProblem[] {
  const use = need.leadsTo;
  if (use === undefined) return [];
  const target = operationsOf(document).find(
    (each) => asObject(each.operation["x-batch-sim"])["use"] === use,
  );
  if (target === undefined) {
    const message = `Expected an operation bound to \`${use}\`, whose URLs this one returns, got none.`;
    return [{ path: [...at, "use"], message }];
  }
  const sent = Object.keys(requestMapOf(operation));
  const placed = targetPlaces(target.operation).map(({ field }) => field);
  const missing = Object.entries(needs[use]?.fields ?? {})
    .filter(([field, { isRequired }]) => isRequired || sent.includes(field))
    .map(([field]) => field)
    .filter((field) => !placed.includes(field));
  if (missing.length === 0) return [];
  const names = missing.map((field) => `\`${field}\``).join(", ");
  const message = `Expected \`request\` to take ${names} from the path or the query: ${String(operation["operationId"])} returns URLs of this operation.`;
  const path = ["paths", target.path, target.method, "x-batch-sim", "request"];
  return [{ path, message }];
}
