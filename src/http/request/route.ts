import type { IncomingMessage } from "node:http";
import { ApiError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { isWrite } from "../../faults/call-subject.ts";
import type { Operation, ServerName } from "../../spec/operation.ts";
import type { Spec } from "../../spec/spec.ts";

export type Route = {
  readonly operation: Operation;
  readonly pathParams: Readonly<Record<string, string>>;
};

/** An address that receives requests for one or both of the spec's servers. */
export type Address = { readonly serves: readonly ServerName[]; readonly basePath: string };

type MethodAndPath = { readonly method: string; readonly pathname: string };

export function findRoute(spec: Spec, address: Address, target: MethodAndPath): Route | ApiError {
  let methods: string[] | undefined;
  for (const operation of spec.operations) {
    const pathParams = pathParamsOf(operation, address, target.pathname);
    if (pathParams === undefined) continue;
    if (operation.method === target.method) return { operation, pathParams };
    const served = methodsOf(operation);
    if (served.includes(target.method)) return { operation, pathParams };
    methods = [...(methods ?? []), ...served];
  }
  if (methods === undefined) return unknownPath(spec, address, target);
  const allowed = [...new Set(methods)];
  const { method, pathname } = target;
  const hint = method === "OPTIONS" ? " For a web page, set batch-sim's option `cors`." : "";
  const message = `${method} is not served at \`${pathname}\`. Use ${allowed.join(" or ")}.${hint}`;
  return new ApiError("method-not-allowed", message, { headers: { allow: allowed.join(", ") } });
}

/** The path's parameters if the operation is served at this address and path; else undefined. */
export function pathParamsOf(
  operation: Operation,
  address: Address,
  pathname: string,
): Route["pathParams"] | undefined {
  if (operation.server !== "origin" && !address.serves.includes(operation.server)) return undefined;
  const { basePath } = address;
  // Only the base URL can have a path.
  if (operation.server !== "base" || basePath === "") return operation.match(pathname);
  if (!pathname.startsWith(`${basePath}/`)) return undefined;
  return operation.match(pathname.slice(basePath.length));
}

export function isOwnPage(spec: Spec, pathname: string): boolean {
  return spec.operations.some(
    ({ server, match }) => server === "origin" && match(pathname) !== undefined,
  );
}

/** HEAD is served wherever GET is (RFC 9110, 9.1), unless the operation changes something. */
function methodsOf({ method, use }: Operation): readonly string[] {
  return method === "GET" && !isWrite(use) ? ["GET", "HEAD"] : [method];
}

function unknownPath(spec: Spec, address: Address, target: MethodAndPath): ApiError {
  const { method, pathname } = target;
  const { basePath, serves } = address;
  const inner = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : "";
  // If one address serves both, only the base path tells the base URL from the deployment URL.
  const [wrong, right, other] = serves.includes("base")
    ? (["service", "deployment", "deployment"] as const)
    : (["deployment", "service", "base"] as const);
  const elsewhere = spec.operations.find(
    ({ server, match }) =>
      server === other && [inner, pathname].some((path) => match(path) !== undefined),
  );
  if (elsewhere !== undefined) {
    const detail = `${elsewhere.method} ${elsewhere.path} is served at the ${right}'s address, but the request was sent to the ${wrong}'s address.`;
    return new ApiError("wrong-address", detail);
  }
  const near = nearestOperation(spec, address, pathname);
  const hint = near === undefined ? "" : ` The nearest operation is ${near}.`;
  const message = `No operation is served at ${method} \`${pathname}\`.${hint}`;
  return new ApiError("unknown-operation", message);
}

/** The operation with the most similar path, regardless of the values of path parameters. */
export function nearestOperation(
  spec: Spec,
  { basePath, serves }: Address,
  pathname: string,
): string | undefined {
  const served = spec.operations.filter((operation) => serves.includes(operation.server));
  const full = (operation: Operation): string =>
    `${operation.server === "base" ? basePath : ""}${operation.path}`;
  const withoutPath = served.find((operation) => operation.match(pathname) !== undefined);
  if (withoutPath !== undefined) return `${withoutPath.method} ${full(withoutPath)}`;
  const shapes = new Map(served.map((operation) => [shapeOf(full(operation)), operation]));
  const found = shapes.get(nearest(shapeOf(pathname), [...shapes.keys()]) ?? "");
  return found === undefined ? undefined : `${found.method} ${full(found)}`;
}

/** Treats segments with a digit as IDs, except for versions such as `v1`. */
function shapeOf(path: string): string {
  const isParameter = (segment: string): boolean =>
    segment.startsWith("{") || (/\d/.test(segment) && !/^v\d+$/.test(segment));
  return path
    .split("/")
    .map((segment) => (isParameter(segment) ? "*" : segment))
    .join("/");
}

export function pathnameOf({ url = "" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
