import type { KeyScheme } from "../../spec/spec.ts";

/**
 * The challenge in a response with a status: 401 requires one (RFC 9110, 11.6.1). A key in a header
 * of its own has no registered scheme.
 */
export function challengeFor(status: number, { scheme }: KeyScheme): string | undefined {
  if (status !== 401) return undefined;
  return scheme === "" ? "ApiKey" : scheme;
}
