import type { IncomingMessage } from "node:http";
import { ApiError } from "../../core/errors.ts";
import { contentDecoder } from "../../input/content-decoder.ts";
import type { Encoding } from "../../input/decoded-body.ts";

/** Whether a request body has a Content-Encoding that changes its bytes. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  const name = headers["content-encoding"];
  return name !== undefined && !["", "identity"].includes(name.trim().toLowerCase());
}

/**
 * The Content-Encoding of a request body; undefined if it has none. Throws an ApiError for an
 * unsupported encoding, and for any encoding if the assumption `content-encoding` rejects them.
 * Accept-Encoding names the supported ones (RFC 9110, 15.5.16).
 */
export function encodingOf(req: IncomingMessage, isRefused: boolean): Encoding | undefined {
  if (!isEncoded(req)) return undefined;
  const name = req.headers["content-encoding"] ?? "";
  const decoder = isRefused ? undefined : contentDecoder(name);
  if (decoder !== undefined) return { name, decoder };
  const [wanted, accepted] = isRefused
    ? ["be omitted", "identity"]
    : ["be `gzip`, `deflate`, or `br`, or omitted", "gzip, deflate, br"];
  throw new ApiError(
    "unsupported-encoding",
    `Expected the header \`content-encoding\` to ${wanted}, got \`${name}\`.`,
    { headers: { "accept-encoding": accepted } },
  );
}
