import type { IncomingMessage } from "node:http";
import { SimulatorError } from "../../core/errors.ts";

/** Fetch Metadata of requests that a page of this server, the address bar, or no page made. */
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, "same-origin", "none"]);

/**
 * Throws a SimulatorError for a request that a page of another origin made. Programs send neither
 * header.
 */
export function refuseCrossSite({ headers }: IncomingMessage): void {
  const { origin, host = "" } = headers;
  if (!OWN_SITES.has(headers["sec-fetch-site"])) {
    throw crossSite("sec-fetch-site", headers["sec-fetch-site"]);
  }
  if (origin !== undefined && hostOf(origin) !== host.toLowerCase())
    throw crossSite("origin", origin);
}

/** The scheme isn't compared: a proxy in front may have ended TLS. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function crossSite(header: string, value: unknown): SimulatorError {
  return new SimulatorError(
    "SIM_CROSS_SITE",
    `Failed to accept a control request from another site's page (\`${header}: ${value}\`). Send it from a program, or from a page of the simulator itself.`,
  );
}
