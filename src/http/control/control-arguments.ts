import type { IncomingMessage } from "node:http";
import { CONTROL_VERBS } from "../../control/control-verbs.ts";
import { queryArguments } from "../../control/read-arguments.ts";
import type { VerbRoute } from "../../control/verb.ts";
import { messageOf, SimulatorError } from "../../core/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { keptOpen } from "../../input/body-chunks.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../../input/json/json-limits.ts";
import { idleLimited } from "../request/body-stream.ts";
import type { FoundVerb } from "./find-verb.ts";

/** Limits of a body: its bytes, and wall-clock milliseconds without any (0: unlimited). */
export type ControlBodyLimits = {
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
};

/** The unchecked arguments of a request, from its path, query, and body. */
export async function controlArguments(
  req: IncomingMessage,
  { name, pathArguments }: FoundVerb,
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
  if ("textOf" in body) return { [body.textOf]: (await readText(req, limits)).toString() };
  const bytes = await readBytes(req, limits);
  if (bytes.byteLength === 0 && req.headers["content-type"] === undefined) throw noBody();
  return { [body.bytesOf]: bytes, ...contentTypeOf(req) };
}

/** A request's body as a JSON object; an empty body is an empty object. */
export async function jsonBody(
  req: IncomingMessage,
  limits: ControlBodyLimits,
): Promise<Record<string, unknown>> {
  return jsonArguments(await readText(req, limits));
}

/** Maximum size of JSON and scenarios, because each is parsed in one step. */
const MOST_TEXT_BYTES = 256 * 1024;

async function readText(req: IncomingMessage, limits: ControlBodyLimits): Promise<Buffer> {
  if (limits.maxBodyBytes <= MOST_TEXT_BYTES) return readBytes(req, limits);
  return readBytes(req, { ...limits, maxBodyBytes: MOST_TEXT_BYTES }, "Send less");
}

/** An empty body can't be told from none, unless it has a type. */
function noBody(): SimulatorError {
  return new SimulatorError(
    "SIM_ARGUMENT",
    "Expected the request to have a body, got none. To place an empty file, send a `content-type`.",
  );
}

async function readBytes(
  req: IncomingMessage,
  { maxBodyBytes: maxBytes, requestTimeoutMs: idleMs }: ControlBodyLimits,
  advice = "Send less, or raise `maxBodyBytes`",
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  const bytesRead = (): number => req.socket.bytesRead;
  for await (const chunk of idleLimited(keptOpen(req), { idleMs, bytesRead })) {
    byteLength += chunk.byteLength;
    if (byteLength > maxBytes) {
      throw new SimulatorError(
        "SIM_BODY_SIZE",
        `Expected the body to have at most ${maxBytes} bytes, got more. ${advice}.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonArguments(bytes: Buffer): Record<string, unknown> {
  const text = bytes.toString();
  if (text.trim() === "") return {};
  const data = parsed(text);
  if (isTooDeep(data)) {
    const found = `it is nested more than ${MAX_JSON_DEPTH} levels deep`;
    throw new SimulatorError("SIM_ARGUMENT", `Failed to read the body as JSON: ${found}.`);
  }
  if (isJsonObject(data)) return data;
  throw new SimulatorError(
    "SIM_ARGUMENT",
    "Expected the body to be a JSON object, got another value.",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const found = messageOf(error);
    throw new SimulatorError("SIM_ARGUMENT", `Failed to read the body as JSON: ${found}.`, {
      cause: error,
    });
  }
}

/** curl sends the form type by default, so this type says nothing about the body. */
function contentTypeOf(req: IncomingMessage): { contentType?: string } {
  const contentType = req.headers["content-type"];
  if (contentType === undefined || contentType === "application/x-www-form-urlencoded") return {};
  return { contentType };
}
