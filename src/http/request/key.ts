import type { IncomingMessage } from "node:http";
import { canonicalName, type KeyScheme, keyFormOf, type Spec } from "../../spec/spec.ts";

export type KeyReading =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "malformed"; readonly detail: string };

/** Reads the key from the first of the spec's key headers that the request has. */
export function readingOf({ headers }: IncomingMessage, { keySchemes }: Spec): KeyReading {
  const scheme = keySchemes.find(({ header }) => header in headers) ?? keySchemes[0];
  const value = headers[scheme.header];
  return readKey(typeof value === "string" ? value : undefined, scheme);
}

export function hasKey({ headers }: IncomingMessage, { keySchemes }: Spec): boolean {
  return keySchemes.some(({ header }) => header in headers);
}

/** Reads a request's key (part 5, rule 1 of the interface document): scheme, one space, and key. */
export function readKey(
  header: string | undefined,
  { header: name, scheme }: KeyScheme,
): KeyReading {
  const malformed = (found: string): KeyReading => ({
    kind: "malformed",
    detail: `${found} Send the header \`${keyFormOf({ header: name, scheme })}\`.`,
  });
  if (header === undefined) return malformed(`The \`${canonicalName(name)}\` header is missing.`);
  if (scheme === "")
    return header === "" ? malformed("The API key is empty.") : { kind: "key", key: header };
  if (header === scheme || header === `${scheme} `) return malformed("The API key is empty.");
  if (header.startsWith(`${scheme} `)) return keyAfter(header.slice(scheme.length + 1), malformed);
  return malformed(`The \`${canonicalName(name)}\` header ${foundInstead(header, scheme)}.`);
}

/** Describes the scheme found, but never repeats the credentials, because they are secret. */
function foundInstead(header: string, scheme: string): string {
  const [word = "", ...rest] = header.split(/\s+/);
  if (rest.length === 0) return "has no scheme before the key";
  if (word === scheme) return `has whitespace other than a single space after \`${scheme}\``;
  const found = KNOWN_SCHEME.test(word) ? `the scheme \`${word}\`` : "another word";
  return `has ${found} instead of \`${scheme}\``;
}

/** Schemes that a message may name; any other first word may be part of the key. */
const KNOWN_SCHEME = /^(api-?key|basic|bearer|digest|key|token)$/i;

function keyAfter(key: string, malformed: (found: string) => KeyReading): KeyReading {
  if (key.trim() === "") return malformed("The API key is empty.");
  if (key.startsWith(" ")) return malformed("There is more than one space before the API key.");
  if (/\s/.test(key)) return malformed("The API key contains whitespace.");
  return { kind: "key", key };
}

/** A 401 response's challenge (RFC 9110, 11.6.1). A key in its own header has no scheme. */
export function challengeFor(status: number, { scheme }: KeyScheme): string | undefined {
  if (status !== 401) return undefined;
  return scheme === "" ? "ApiKey" : scheme;
}
