import type { Exchange } from "../../core/exchange.ts";
import { parseJson } from "../../core/json.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import { asObject, asStrings, operationsOf } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { ABSENT, type Difference } from "./difference.ts";

/** An operation in the document that a service itself publishes. */
export type Published = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Whether the spec has it there. */
  readonly isKnown: boolean;
  /** ID of the exchange with the document. */
  readonly shownBy: number;
};

/** The operations that a service publishes, besides the simulator's own. */
export function publishedOperations(
  service: readonly Exchange[],
  spec: Spec,
): readonly Published[] {
  const reads = spec.operations.find(({ use }) => use === "getOpenApi")?.operationId;
  const exchange = service.find(
    ({ operationId, response }) => operationId === reads && isSuccess(response.status),
  );
  if (reads === undefined || exchange === undefined) return [];
  const document = asObject(parseJson(exchange.response.body?.text ?? ""));
  const own = spec.operations.map(({ method, path }) => `${method} ${plain(path)}`);
  return operationsOf(document)
    .filter(({ operation }) => !asStrings(operation["tags"]).includes("simulator"))
    .map(({ path, method, operation }) => ({
      operationId: String(operation["operationId"] ?? ""),
      ...{ method: method.toUpperCase(), path, shownBy: exchange.id },
      // The service's document may have the base path in its paths.
      isKnown: own.some((place) => {
        const [verb = "", ownPath = ""] = place.split(" ");
        return verb === method.toUpperCase() && plain(path).endsWith(ownPath);
      }),
    }));
}

/** Operations that the spec doesn't have at all. */
export function extraOperations(
  published: readonly Published[],
  spec: Spec,
): readonly Difference[] {
  const isMoved = ({ operationId }: Published): boolean =>
    spec.operations.some((operation) => operation.operationId === operationId) &&
    !published.some((each) => each.operationId === operationId && each.isKnown);
  return published
    .filter((each) => !each.isKnown && !isMoved(each))
    .map(({ operationId, method, path, shownBy }) => ({
      ...{ kind: "operation", operationId, situation: "", place: `${method} ${path}` },
      ...{ service: "served", simulator: ABSENT, shownBy: { service: shownBy } },
    }));
}

/** A path without the names of its parameters. */
function plain(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}
