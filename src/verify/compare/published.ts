import type { Exchange } from "../../core/exchange.ts";
import { parseJson } from "../../core/json.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import { asObject, asStrings, operationsOf } from "../../spec/document-place.ts";
import type { Operation } from "../../spec/operation.ts";
import type { Spec } from "../../spec/spec.ts";
import { ABSENT, type Difference, type Differences } from "./difference.ts";

/** An operation in the document that a service itself publishes. */
export type Published = Pick<Operation, "operationId" | "method" | "path"> & {
  /** ID of the spec's operation with this method and path; undefined if there is none. */
  readonly known: string | undefined;
  readonly shownBy: number;
};

/** The operations that a service publishes, except those tagged as the simulator's own. */
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
  return operationsOf(document)
    .filter(({ operation }) => !asStrings(operation["tags"]).includes("simulator"))
    .map(({ path, method, operation }) => ({
      operationId: String(operation["operationId"] ?? ""),
      ...{ method: method.toUpperCase(), path, shownBy: exchange.id },
      known: spec.operations.find(
        (own) => own.method === method.toUpperCase() && areAlike(plain(path), plain(own.path)),
      )?.operationId,
    }));
}

export function extraOperations(published: readonly Published[], spec: Spec): Differences {
  const isMoved = ({ operationId }: Published): boolean =>
    spec.operations.some((operation) => operation.operationId === operationId) &&
    !published.some(({ known }) => known === operationId);
  return published
    .filter((each) => each.known === undefined && !isMoved(each))
    .map(({ operationId, method, path, shownBy }) => ({
      ...{ kind: "operation", operationId, situation: "", place: `${method} ${path}` },
      ...{ service: "served", simulator: ABSENT, shownBy: { service: shownBy } },
    }));
}

/** Statuses that mean that a service doesn't serve the path or method. */
export const NOT_SERVED: readonly number[] = [404, 405, 501];

/** The differences for operations of the spec that a service neither publishes nor serves. */
export function unservedOperations(
  service: readonly Exchange[],
  published: readonly Published[],
  spec: Spec,
): Differences {
  if (published.length === 0) return [];
  return spec.operations.flatMap((operation) => {
    const { operationId } = operation;
    const own = service.filter((exchange) => exchange.operationId === operationId);
    const isUnserved =
      !published.some(({ known }) => known === operationId) &&
      own.every(({ response }) => NOT_SERVED.includes(response.status));
    const [first] = own;
    return isUnserved && first ? [notServedAt(operation, published, { service: first.id })] : [];
  });
}

/** The difference if a service doesn't serve an operation, or serves it at a different path. */
export function notServedAt(
  { operationId, method, path }: Operation,
  published: readonly Published[],
  shownBy: Difference["shownBy"],
): Difference {
  const moved = published.find((each) => each.operationId === operationId && !each.known);
  return {
    ...{ kind: "operation", operationId, situation: "", place: `${method} ${path}`, shownBy },
    ...{ service: moved ? `moved to ${moved.method} ${moved.path}` : ABSENT, simulator: "served" },
  };
}

/** Whether two paths are the same, except for a base path before one of them. */
function areAlike(path: string, other: string): boolean {
  return path.endsWith(other) || other.endsWith(path);
}

/** A path with empty braces in place of its parameters. */
function plain(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}
