import type { KeyScheme } from "../../spec/spec.ts";

/** The header that a status requires: 401 has a challenge (RFC 9110, 11.6.1). A key in a header of its own has no registered scheme. */
export function challengeFor(
  status: number,
  { scheme }: KeyScheme,
): Readonly<Record<string, string>> {
  return status === 401 ? { "www-authenticate": scheme === "" ? "ApiKey" : scheme } : {};
}
