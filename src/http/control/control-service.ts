import type { IncomingMessage, ServerResponse } from "node:http";
import {
  CONTROL_KEY,
  CONTROL_PATH,
  EVENTS_PATH,
  isControlPath,
  SANDBOX_HEADER,
  UI_PATH,
} from "../../control/control-path.ts";
import type { ControlHost } from "../../control/host.ts";
import { type Caller, findSandbox, perform } from "../../control/perform.ts";
import { actsOnServer } from "../../control/verb.ts";
import { SimulatorError, type SimulatorErrorCode } from "../../core/errors.ts";
import { jsonReply, type Reply } from "../../core/reply.ts";
import { closeSignal } from "../reply/close-signal.ts";
import { largeJsonReply } from "../reply/json-pieces.ts";
import { bugReply, codeOf, problemReply } from "../reply/problem-reply.ts";
import { writeReply } from "../reply/write-reply.ts";
import { readKey } from "../request/key.ts";
import { pathnameOf } from "../request/pathname.ts";
import { originOf } from "../request/server-seen-by.ts";
import { loginCookie, requireToken } from "./control-access.ts";
import { type ControlBodyLimits, controlArguments, jsonBody } from "./control-arguments.ts";
import { refuseCrossSite } from "./cross-site.ts";
import { eventStreamReply } from "./event-stream.ts";
import { findVerb } from "./find-verb.ts";
import { isPlacedFile, signedFileReply } from "./signed-file.ts";
import { viewerPage } from "./viewer-page.ts";
import { WrongMethodError } from "./wrong-method-error.ts";

/** Dependencies of the control API. */
export type ControlServiceParts = {
  readonly host: ControlHost;
  /** Whether more than placed files is served. */
  readonly isOn: boolean;
  /** The token that every request must carry, if any. */
  readonly token: string | undefined;
  readonly limits: ControlBodyLimits;
  /** Folder of the viewer's page. */
  readonly viewerFolder: string;
  /** Called for a failure of the simulator itself. */
  readonly onBug: (error: unknown) => void;
};

/** Which sandbox a request acts on. */
type Target = Pick<Caller, "key" | "sandboxName">;

const NO_TARGET: Target = { key: undefined };

/** Serves the control API over HTTP. It is never faulted and never recorded in a journal. */
export class ControlService {
  readonly #parts: ControlServiceParts;
  readonly #closing = new AbortController();

  constructor(parts: ControlServiceParts) {
    this.#parts = parts;
  }

  /** Ends the streams of events, which would otherwise last as long as their readers. */
  close(): void {
    this.#closing.abort();
  }

  /** Whether a request is for the control API, and not for the imitated service. */
  takes(req: IncomingMessage): boolean {
    return isControlPath(pathnameOf(req)) && (this.#parts.isOn || isPlacedFile(req));
  }

  async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const reply = await this.#respond(req, res).catch((error: unknown) => this.#failed(error));
    const headers = { ...reply.headers, "x-sim-version": this.#parts.host.version };
    if (reply.body === "") res.writeHead(reply.status, headers).end();
    else await writeReply(res, { ...reply, headers }, () => {});
    // An unread body is read to its end, so that the client can finish sending and see the
    // response.
    req.resume();
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<Reply> {
    refuseCrossSite(req);
    const { host, limits } = this.#parts;
    const pathname = pathnameOf(req);
    if (req.method === "GET" && pathname === `${CONTROL_PATH}/openapi.json`)
      return documentReply(host);
    const signed = await signedFileReply(req, host);
    if (signed !== undefined) return signed;
    const page = await this.#page(req, pathname);
    if (page !== undefined) return page;
    if (pathname === EVENTS_PATH && req.method === "GET") return this.#events(req, res);
    const found = findVerb(req.method ?? "", pathname);
    if (!found.route.isPublic) this.#requireToken(req);
    const { isOfServer } = found.route;
    const needed = isOfServer === undefined ? this.#target(req) : undefined;
    const args = await controlArguments(req, found, limits);
    const target = needed ?? (actsOnServer(found.route, args) ? NO_TARGET : this.#target(req));
    const caller = { ...target, origin: originOf(req), signal: closeSignal(res) };
    const response: unknown = await perform(host, caller, { name: found.name, args });
    if (response === undefined) return { status: 204, headers: {}, body: "" };
    return largeJsonReply(200, response);
  }

  /** The viewer's page, and its login; undefined for other requests. */
  async #page(req: IncomingMessage, pathname: string): Promise<Reply | undefined> {
    const { token = "", limits, viewerFolder } = this.#parts;
    if (req.method === "GET") return viewerPage(pathname, viewerFolder);
    if (req.method !== "POST" || pathname !== `${UI_PATH}/login`) return undefined;
    const { token: given } = await jsonBody(req, limits);
    return { status: 204, headers: { "set-cookie": loginCookie(req, given, token) }, body: "" };
  }

  #events(req: IncomingMessage, res: ServerResponse): Reply {
    this.#requireToken(req);
    const lastEventId = req.headers["last-event-id"];
    return eventStreamReply(findSandbox(this.#parts.host, this.#target(req)), {
      lastEventId: typeof lastEventId === "string" ? lastEventId : undefined,
      ends: [closeSignal(res), this.#closing.signal],
    });
  }

  #failed(error: unknown): Reply {
    if (error instanceof SimulatorError && error.code !== "SIM_DISK")
      return withHeaders(problemReply(error), headersFor(error));
    this.#parts.onBug(error);
    return withHeaders(bugReply(error), { "x-sim-error": codeOf(error) });
  }

  #requireToken(req: IncomingMessage): void {
    const { token } = this.#parts;
    if (token !== undefined) requireToken(req, token);
  }

  /** The sandbox that a request names, or that its key identifies. */
  #target(req: IncomingMessage): Target {
    const sandboxName = req.headers[SANDBOX_HEADER];
    return typeof sandboxName === "string"
      ? { key: undefined, sandboxName }
      : { key: this.#keyOf(req) };
  }

  /** Reads the key in the form of the spec in effect, or in the default form. */
  #keyOf(req: IncomingMessage): string {
    const { sandboxes, specOf } = this.#parts.host;
    const { keyScheme } = specOf(sandboxes.default);
    const header = req.headers[keyScheme.header];
    const reading = readKey(typeof header === "string" ? header : undefined, keyScheme);
    if (reading.kind === "key") return reading.key;
    const plain = readKey(req.headers.authorization, CONTROL_KEY);
    if (plain.kind === "key") return plain.key;
    throw new SimulatorError(
      "SIM_CONTROL_KEY",
      `Failed to identify the sandbox: ${reading.detail} The key selects the sandbox.`,
    );
  }
}

async function documentReply({ version, vocabulary }: ControlHost): Promise<Reply> {
  const { controlDocument } = await import("../../control/control-document.ts");
  return jsonReply(200, controlDocument(version, vocabulary()));
}

/** Challenges for 401 (RFC 9110, 11.6.1). */
const CHALLENGES: { readonly [Code in SimulatorErrorCode]?: string } = {
  SIM_CONTROL_KEY: CONTROL_KEY.scheme,
  SIM_CONTROL_TOKEN: "ControlToken",
};

function headersFor(error: SimulatorError): Readonly<Record<string, string>> {
  if (error instanceof WrongMethodError) return { allow: error.allow };
  // The request was fine, as opposed to those with other errors.
  if (error.code === "SIM_STORE") return { "x-sim-error": error.code };
  // The connection can't carry another request after half of this one.
  if (error.code === "SIM_REQUEST_TIMEOUT") return { connection: "close" };
  const challenge = CHALLENGES[error.code];
  return challenge === undefined ? {} : { "www-authenticate": challenge };
}

function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
