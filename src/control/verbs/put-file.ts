import { instantAfter } from "../../core/time.ts";
import { originOfUrl, seenUrl } from "../../core/urls.ts";
import type { PlacedFile } from "../../state/sandbox-state.ts";
import type { Span } from "../arguments.ts";
import type { VerbScope } from "../host.ts";
import type { FileReport } from "../reports.ts";
import { spanMs } from "../shared/clock-reading.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly expiresIn?: Span;
};

/**
 * Stores a file. Resolves with a URL that works like a pre-signed one: it accepts only GET, and
 * responds with 403 once it expires (default: after an hour on the sandbox's clock).
 *
 * @method files.put(name: string, content: Uint8Array | string, options?: { readonly contentType?:
 *   string; readonly expiresIn?: Span }) by hand
 */
export const putFileVerb: Verb<Arguments, FileReport> = defineVerb({
  route: "PUT /files/{name}",
  summary: "Store a file, and return its URL, which works like a pre-signed URL",
  query: ["expiresIn"],
  body: { bytesOf: "bytes" },
  example: { name: "a.csv", bytes: new Uint8Array([1]), contentType: "text/csv", expiresIn: "1h" },
  arguments: ({ bytes, fileName, keys, line, optional, span }) =>
    keys({
      name: fileName.meta({ description: "The file's name." }),
      bytes: bytes.meta({ description: "The file's content, sent with its Content-Type." }),
      contentType: optional(line, "Content-Type of the file. Default: derived from the name."),
      expiresIn: optional(span, "Lifetime of the URL on the sandbox's clock. Default: 1 h."),
    }),
  act: (scope, { name, bytes, contentType = typeByName(name), expiresIn = "1h" }) => {
    const { host, sandbox } = scope;
    host.sandboxes.requireRoom(sandbox);
    const expiresAt = instantAfter(sandbox.clock.now(), spanMs(expiresIn));
    // The key makes the signature unguessable; the default sandbox, without a key, uses its name.
    const secret = sandbox.recipe.key ?? sandbox.name;
    const signature = host.digest(JSON.stringify([secret, name, expiresAt, host.digest(bytes)]));
    const file: PlacedFile = { name, bytes, contentType, expiresAt, signature };
    sandbox.record({ kind: "filePlaced", file });
    return { name, url: urlOf(scope, file), byteLength: bytes.byteLength, expiresAt };
  },
});

/** The path of a placed file, under `CONTROL_PATH`. */
export function placedFilePath(name: string): string {
  return `/files/${encodeURIComponent(name)}`;
}

function urlOf(
  { host, sandbox, origin }: VerbScope,
  { name, expiresAt, signature }: PlacedFile,
): string {
  const expires = new Date(expiresAt).toISOString();
  const query = new URLSearchParams({ sandbox: sandbox.name, expires, signature });
  const { controlUrl } = host.urls();
  const own = originOfUrl(controlUrl);
  return `${seenUrl(controlUrl, { own, seen: origin ?? own })}${placedFilePath(name)}?${query}`;
}

function typeByName(name: string): string {
  if (name.endsWith(".csv")) return "text/csv";
  return name.endsWith(".parquet") ? "application/vnd.apache.parquet" : "application/octet-stream";
}
