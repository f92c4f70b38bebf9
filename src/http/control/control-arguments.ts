import type { IncomingMessage } from "node:http";
import { CONTROL_PATH, PROBE_PATHS } from "../../control/control-path.ts";
import { CONTROL_ROUTES, CONTROL_VERBS } from "../../control/control-verbs.ts";
import { queryArguments } from "../../control/perform.ts";
import type { VerbRoute } from "../../control/verb.ts";
import { counted } from "../../core/counted.ts";
import { messageOf, SimulatorError } from "../../core/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { keptOpen } from "../../input/body-chunks.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../../input/json/json-limits.ts";
import { compilePath } from "../../spec/operation.ts";
import { idleLimited } from "../request/body-stream.ts";
import type { BodyParts } from "../request/request-body.ts";

const ROUTES = CONTROL_ROUTES.map((route) => ({ ...route, match: compilePath(route.path) }));

/** Finds a request's verb. Throws a SimulatorError if no route has its method and path. */
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
  const message = `Failed to find a route for ${method} \`${pathname}\`. ${nearestRoute(path)}`;
  throw new SimulatorError("SIM_CONTROL_ROUTE", message);
}

function nearestRoute(path: string): string {
  const paths = ROUTES.map((route) => route.path);
  const near = ROUTES[paths.indexOf(nearest(path, paths) ?? "")];
  const found = near ? `Did you mean ${near.method} ${CONTROL_PATH}${near.path}? ` : "";
  return `${found}${CONTROL_PATH}/openapi.json lists all routes.`;
}

/** Thrown if a control route exists, but not for the request's method. */
export class WrongMethodError extends SimulatorError {
  /** The route's methods, in the form of the `Allow` header. */
  readonly allow: string;

  constructor(method: string, pathname: string, methods: readonly string[]) {
    const found = `Failed to find a route for ${method} \`${pathname}\`.`;
    super("SIM_CONTROL_METHOD", `${found} Use ${methods.join(" or ")}.`);
    this.allow = methods.join(", ");
  }
}

export type ControlBodyLimits = Pick<BodyParts, "maxBodyBytes" | "requestTimeoutMs">;

/** A request's unchecked arguments, from its path, query, and body. */
export async function controlArguments(
  req: IncomingMessage,
  { name, pathArguments }: ReturnType<typeof findVerb>,
  limits: ControlBodyLimits,
): Promise<Readonly<Record<string, unknown>>> {
  const verb = CONTROL_VERBS[name];
  const body = await bodyArguments(req, verb, limits);
  const { searchParams } = new URL(req.url ?? "", "http://localhost");
  const query = await queryArguments(verb, searchParams);
  return { ...body, ...query, ...pathArguments };
}

async function bodyArguments(
  req: IncomingMessage,
  { body }: VerbRoute,
  limits: ControlBodyLimits,
): Promise<Record<string, unknown>> {
  if (body === undefined) return {};
  if (body === "json") return jsonBody(req, limits);
  if ("textOf" in body) return { [body.textOf]: await readText(req, limits) };
  const bytes = await readBytes(req, limits);
  const contentType = req.headers["content-type"];
  // Without a content type, an empty body counts as no body.
  if (bytes.byteLength === 0 && contentType === undefined)
    throw invalid(
      "Expected the request to have a body, got none. To upload an empty file, send a `content-type`.",
    );
  // curl sends this content type by default, so it says nothing about the body.
  const isTyped = contentType !== undefined && contentType !== "application/x-www-form-urlencoded";
  return { [body.bytesOf]: bytes, ...(isTyped && { contentType }) };
}

/** A request's body as a JSON object; an empty body is an empty object. */
export async function jsonBody(
  req: IncomingMessage,
  limits: ControlBodyLimits,
): Promise<Record<string, unknown>> {
  const text = await readText(req, limits);
  if (text.trim() === "") return {};
  const data = parsed(text);
  if (isTooDeep(data))
    throw invalid(
      `Failed to read the body as JSON: it is nested more than ${MAX_JSON_DEPTH} levels deep.`,
    );
  if (!isJsonObject(data))
    throw invalid("Expected the body to be a JSON object, got another value.");
  return data;
}

/** Maximum size of a JSON or scenario body. Parsing it in one step delays other requests. */
const MOST_TEXT_BYTES = 256 * 1024;

async function readText(req: IncomingMessage, limits: ControlBodyLimits): Promise<string> {
  return (await readBytes(req, limits, MOST_TEXT_BYTES)).toString();
}

async function readBytes(
  req: IncomingMessage,
  { maxBodyBytes, requestTimeoutMs: idleMs }: ControlBodyLimits,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const maxBytes = Math.min(maxBodyBytes, mostBytes);
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  const bytesRead = (): number => req.socket.bytesRead;
  for await (const chunk of idleLimited(keptOpen(req), { idleMs, bytesRead })) {
    byteLength += chunk.byteLength;
    if (byteLength > maxBytes) {
      const advice = maxBodyBytes > mostBytes ? "" : ", or raise `maxBodyBytes`";
      const message = `Expected the body to be at most ${counted(maxBytes, "byte")} long, got more. Send a smaller body${advice}.`;
      throw new SimulatorError("SIM_BODY_SIZE", message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`Failed to read the body as JSON: ${messageOf(error)}.`, error);
  }
}

function invalid(message: string, cause?: unknown): SimulatorError {
  return new SimulatorError("SIM_ARGUMENT", message, { cause });
}
