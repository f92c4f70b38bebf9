import type { IncomingMessage, ServerResponse } from "node:http";
import {
  CONTROL_KEY,
  CONTROL_PATH,
  EVENTS_PATH,
  SANDBOX_HEADER,
  UI_PATH,
} from "../../control/control-path.ts";
import { CONTROL_VERBS } from "../../control/control-verbs.ts";
import type { ControlHost } from "../../control/host.ts";
import { type Caller, findSandbox, perform } from "../../control/perform.ts";
import { actsOnServer } from "../../control/verb.ts";
import { SimulatorError } from "../../core/errors.ts";
import { jsonReply, type Reply } from "../../core/reply.ts";
import type { ExchangeParts } from "../keep-exchange.ts";
import { closeSignal, leftEarly } from "../reply/close-signal.ts";
import { largeJsonReply } from "../reply/large-json.ts";
import { bugReply, problemReply } from "../reply/problem-reply.ts";
import { withHeaders } from "../reply/write-reply.ts";
import { originOf } from "../request/identify.ts";
import { readingOf, readKey } from "../request/key.ts";
import { pathnameOf } from "../request/route.ts";
import { loginCookie, probeReply, refuseCrossSite, requireToken } from "./control-access.ts";
import {
  type ControlBodyLimits,
  controlArguments,
  findVerb,
  jsonBody,
  WrongMethodError,
} from "./control-arguments.ts";
import { eventStreamReply } from "./event-stream.ts";
import { placedFileUrl, signedFileReply } from "./signed-file.ts";
import { viewerPage } from "./viewer-page.ts";

export type ControlParts = Pick<ExchangeParts, "onExchange" | "onBug"> & {
  readonly host: ControlHost;
  /** Whether the control API is served. If not, only placed files are served. */
  readonly isOn: boolean;
  /** The token that every request except public ones must carry; undefined if none is required. */
  readonly token: string | undefined;
  readonly limits: ControlBodyLimits;
  readonly viewerFolder: string;
};

/** A request to the control API; `closing` aborts when the server closes. */
type ControlCall = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly closing: AbortSignal;
};

type Target = Pick<Caller, "key" | "sandboxName">;

const NO_TARGET: Target = { key: undefined };

/** Resolves with undefined if the client disconnected before its request was complete. */
export function controlReply(parts: ControlParts, call: ControlCall): Promise<Reply | undefined> {
  return respond(parts, call).catch((error: unknown) =>
    leftEarly(call.req) ? undefined : failed(parts, error),
  );
}

async function respond(parts: ControlParts, call: ControlCall): Promise<Reply> {
  const { host, limits, token } = parts;
  const { req, res } = call;
  refuseCrossSite(req);
  const pathname = pathnameOf(req);
  // Node.js omits the body of a response to HEAD.
  if (req.method === "HEAD" && pathname !== EVENTS_PATH && !placedFileUrl(req)) req.method = "GET";
  if (req.method === "GET" && pathname === `${CONTROL_PATH}/openapi.json`) {
    const { controlDocument } = await import("../../control/control-document.ts");
    return jsonReply(200, controlDocument(host.version, host.vocabulary(), await host.schemas()));
  }
  const reply =
    (await probeReply(req, host.probes, token)) ??
    (await signedFileReply(call, parts)) ??
    (await pageReply(parts, req, pathname));
  if (reply !== undefined) return reply;
  if (pathname === EVENTS_PATH && req.method === "GET") return eventsReply(parts, call);
  const found = findVerb(req.method ?? "", pathname);
  const verb = CONTROL_VERBS[found.name];
  if (!verb.isPublic) requireToken(req, token);
  const needed = verb.isOfServer === undefined ? targetOf(host, req) : undefined;
  const args = await controlArguments(req, found, limits);
  const target = needed ?? (actsOnServer(verb, args) ? NO_TARGET : targetOf(host, req));
  const caller = { ...target, origin: originOf(req), signal: closeSignal(res) };
  const response: unknown = await perform(host, caller, { name: found.name, args });
  if (response === undefined) return noContent({});
  return largeJsonReply(200, response, target.sandboxName ?? target.key ?? "");
}

async function pageReply(
  { token = "", limits, viewerFolder }: ControlParts,
  req: IncomingMessage,
  pathname: string,
): Promise<Reply | undefined> {
  if (req.method === "GET") return viewerPage(pathname, viewerFolder);
  if (req.method !== "POST" || pathname !== `${UI_PATH}/login`) return undefined;
  const { token: given } = await jsonBody(req, limits);
  return noContent({ "set-cookie": loginCookie(req, given, token) });
}

function noContent(headers: Reply["headers"]): Reply {
  return { status: 204, headers, body: "", hasNoBody: true };
}

function eventsReply({ host, token }: ControlParts, { req, res, closing }: ControlCall): Reply {
  requireToken(req, token);
  const lastEventId = req.headers["last-event-id"];
  return eventStreamReply(findSandbox(host, targetOf(host, req)), {
    lastEventId: typeof lastEventId === "string" ? lastEventId : undefined,
    ends: [closeSignal(res), closing],
  });
}

function failed({ onBug }: ControlParts, error: unknown): Reply {
  if (error instanceof SimulatorError && error.code !== "SIM_DISK")
    return withHeaders(problemReply(error), headersFor(error));
  onBug(error);
  return bugReply(error);
}

function targetOf(host: ControlHost, req: IncomingMessage): Target {
  const sandboxName = req.headers[SANDBOX_HEADER];
  return typeof sandboxName === "string"
    ? { key: undefined, sandboxName }
    : { key: keyOf(host, req) };
}

function keyOf({ sandboxes, specOf }: ControlHost, req: IncomingMessage): string {
  const reading = readingOf(req, specOf(sandboxes.default));
  if (reading.kind === "key") return reading.key;
  const plain = readKey(req.headers.authorization, CONTROL_KEY);
  if (plain.kind === "key") return plain.key;
  const message = `Failed to identify the sandbox: ${reading.detail} The key selects the sandbox.`;
  throw new SimulatorError("SIM_CONTROL_KEY", message);
}

function headersFor(error: SimulatorError): Readonly<Record<string, string>> {
  if (error instanceof WrongMethodError) return { allow: error.allow };
  // Unlike the other errors, this one isn't caused by the request.
  if (error.code === "SIM_STORE") return { "x-sim-error": error.code };
  // A 401 response must have a challenge (RFC 9110, 11.6.1).
  if (error.code === "SIM_CONTROL_KEY") return { "www-authenticate": CONTROL_KEY.scheme };
  return error.code === "SIM_CONTROL_TOKEN" ? { "www-authenticate": "ControlToken" } : {};
}
