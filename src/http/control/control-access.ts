import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { CONTROL_PATH, PAGE_HEADER, TOKEN_HEADER } from "../../control/control-path.ts";
import { SimulatorError } from "../../core/errors.ts";

/**
 * Throws a SimulatorError unless a request carries the control token: in its header, or as the
 * cookie of a page that has logged in.
 */
export function requireToken(req: IncomingMessage, token: string): void {
  const given = req.headers[TOKEN_HEADER];
  if (given === undefined && hasCookie(req, token)) return;
  requireSame(typeof given === "string" ? given : undefined, token);
}

/**
 * The header `Set-Cookie` for a page with this token. Throws a SimulatorError for another token.
 */
export function loginCookie(req: IncomingMessage, given: unknown, token: string): string {
  requireSame(typeof given === "string" ? given : undefined, token);
  const secure = "encrypted" in req.socket ? "; Secure" : "";
  return `${cookieOf(token)}; Path=${CONTROL_PATH}; HttpOnly; SameSite=Strict${secure}`;
}

function requireSame(given: string | undefined, token: string): void {
  if (given !== undefined && isSame(given, token)) return;
  const found = given === undefined ? "it is missing" : "it is incorrect";
  throw new SimulatorError(
    "SIM_CONTROL_TOKEN",
    `Failed to check the control token: ${found}. Send the simulator's \`controlToken\` in the header \`${TOKEN_HEADER}\`.`,
  );
}

/**
 * A request that changes something needs a header, too, which a form or an image of another page
 * can't send.
 */
function hasCookie({ headers, method }: IncomingMessage, token: string): boolean {
  if (method !== "GET" && headers[PAGE_HEADER] === undefined) return false;
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  return cookies.some((cookie) => isSame(cookie, cookieOf(token)));
}

/**
 * Browsers send cookies to every port of a host, so its name tells simulators apart, and its value
 * is not the token itself.
 */
function cookieOf(token: string): string {
  const hash = createHash("sha256").update(`batch-sim viewer ${token}`).digest("hex");
  return `batch-sim-${hash.slice(0, 8)}=${hash.slice(8)}`;
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
