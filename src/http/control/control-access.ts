import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  CONTROL_PATH,
  LIVE_PATH,
  METRICS_PATH,
  PAGE_HEADER,
  type ProbeStatus,
  type Probes,
  READY_PATH,
  TOKEN_HEADER,
} from "../../control/control-path.ts";
import { SimulatorError } from "../../core/errors.ts";
import { jsonReply, type Reply } from "../../core/reply.ts";
import { pathnameOf } from "../request/route.ts";

/** Throws a SimulatorError if neither the header nor a page's cookie has the required token. */
export function requireToken(req: IncomingMessage, token: string | undefined): void {
  const given = req.headers[TOKEN_HEADER];
  if (token === undefined || (given === undefined && hasCookie(req, token))) return;
  requireSame(given, token);
}

/** The `Set-Cookie` header that logs a page in. Throws a SimulatorError for a wrong token. */
export function loginCookie(req: IncomingMessage, given: unknown, token: string): string {
  requireSame(given, token);
  const secure = "encrypted" in req.socket ? "; Secure" : "";
  return `${cookieOf(token)}; Path=${CONTROL_PATH}; HttpOnly; SameSite=Strict${secure}`;
}

function requireSame(given: unknown, token: string): void {
  if (typeof given === "string" && isSameSecret(given, token)) return;
  const found = typeof given === "string" ? "incorrect" : "missing";
  const message = `Failed to authorize the request: the control token is ${found}. Send the simulator's \`controlToken\` in the header \`${TOKEN_HEADER}\`.`;
  throw new SimulatorError("SIM_CONTROL_TOKEN", message);
}

/** Whether a cookie matches the token. Except for GET, requires a header that forms can't send. */
function hasCookie({ headers, method }: IncomingMessage, token: string): boolean {
  if (method !== "GET" && headers[PAGE_HEADER] === undefined) return false;
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  return cookies.some((cookie) => isSameSecret(cookie, cookieOf(token)));
}

/** A cookie with the token's hash. A host's ports share cookies, so the name varies by token. */
function cookieOf(token: string): string {
  const hash = createHash("sha256").update(`batch-sim viewer ${token}`).digest("hex");
  return `batch-sim-${hash.slice(0, 8)}=${hash.slice(8)}`;
}

/** Compares secrets in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** The reply to a probe, if it is one. Rejects a request for metrics without the token. */
export async function probeReply(
  req: IncomingMessage,
  probes: Probes,
  token: string | undefined,
): Promise<Reply | undefined> {
  if (req.method !== "GET") return undefined;
  const pathname = pathnameOf(req);
  if (pathname === LIVE_PATH) return jsonReply(200, { status: "ok" });
  if (pathname === READY_PATH) {
    const found = await probes.problem();
    const status: ProbeStatus = {
      ...(found === undefined ? { status: "ok" } : { status: "failing", problem: found.message }),
      ...probes.status(),
    };
    return jsonReply(found === undefined ? 200 : 503, status);
  }
  if (pathname !== METRICS_PATH) return undefined;
  requireToken(req, token);
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return { status: 200, headers, body: await probes.metrics() };
}

/** `Sec-Fetch-Site` values of requests from this server's pages, the address bar, or programs. */
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, "same-origin", "none"]);

/** Throws a SimulatorError if a page of another site, rather than a program, sent the request. */
export function refuseCrossSite({ headers }: IncomingMessage): void {
  const { origin, host = "" } = headers;
  if (!OWN_SITES.has(headers["sec-fetch-site"]))
    throw crossSite("sec-fetch-site", headers["sec-fetch-site"]);
  if (origin === undefined) return;
  // The scheme isn't compared: a proxy may terminate TLS.
  if (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase())
    throw crossSite("origin", origin);
}

function crossSite(header: string, value: unknown): SimulatorError {
  const message = `Rejected a control request from a page of another site (\`${header}: ${value}\`). Send it from a program or from one of the simulator's own pages.`;
  return new SimulatorError("SIM_CROSS_SITE", message);
}
