import { CONTROL_PATH, PROBE_PATHS } from "../../control/control-path.ts";
import { CONTROL_ROUTES } from "../../control/control-verbs.ts";
import { SimulatorError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { compilePath } from "../../spec/operation.ts";

const ROUTES = CONTROL_ROUTES.map((route) => ({ ...route, match: compilePath(route.path) }));

/**
 * Throws a WrongMethodError if the path has only other methods, and a SimulatorError with the
 * nearest route if no verb has the path.
 */
export function findVerb(method: string, pathname: string) {
  const path = pathname.slice(CONTROL_PATH.length);
  const methods: string[] = PROBE_PATHS.includes(pathname) ? ["GET"] : [];
  for (const route of ROUTES) {
    const pathArguments = route.match(path);
    if (pathArguments === undefined) continue;
    if (route.method === method) return { name: route.name, pathArguments };
    methods.push(route.method);
  }
  if (methods.length > 0) throw new WrongMethodError(method, pathname, methods);
  throw new SimulatorError(
    "SIM_CONTROL_ROUTE",
    `Failed to find a route for ${method} \`${pathname}\`. ${nearestRoute(path)}`,
  );
}

function nearestRoute(path: string): string {
  const nearestPath = nearest(
    path,
    ROUTES.map((route) => route.path),
  );
  const near = ROUTES.find((route) => route.path === nearestPath);
  const found =
    near === undefined ? "" : `Did you mean ${near.method} ${CONTROL_PATH}${near.path}? `;
  return `${found}${CONTROL_PATH}/openapi.json lists all routes.`;
}

/** Thrown if a control route exists, but not with the request's method. */
export class WrongMethodError extends SimulatorError {
  /** The route's methods, in the form of the `Allow` header. */
  readonly allow: string;

  constructor(method: string, pathname: string, methods: readonly string[]) {
    const found = `Failed to find a route for ${method} \`${pathname}\`.`;
    super("SIM_CONTROL_METHOD", `${found} Use ${methods.join(" or ")}.`);
    this.allow = methods.join(", ");
  }
}
