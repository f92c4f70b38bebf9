import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { CONTROL_PATH } from "../../control/control-path.ts";
import type { ControlHost } from "../../control/host.ts";
import { placedFilePath } from "../../control/verbs/put-file.ts";
import type { Reply } from "../reply/reply.ts";

/** The response to a request for a signed URL, like an object store's; undefined if the URL has no signature. */
export function signedFileReply(
  req: IncomingMessage,
  { sandboxes }: ControlHost,
): Reply | undefined {
  if (!URL.canParse(req.url ?? "", "http://localhost")) return undefined;
  const { pathname, searchParams } = new URL(req.url ?? "", "http://localhost");
  const signature = searchParams.get("signature");
  if (!pathname.startsWith(CONTROL_PATH + placedFilePath("")) || signature === null)
    return undefined;
  const sandbox = sandboxes.named(searchParams.get("sandbox") ?? "");
  const files = [...(sandbox?.state.files.values() ?? [])];
  const file = files.find(({ name }) => CONTROL_PATH + placedFilePath(name) === pathname);
  if (sandbox === undefined || file === undefined || !isSame(file.signature, signature))
    return denied("SignatureDoesNotMatch", "The signature does not match the file.");
  if (req.method !== "GET") return denied("SignatureDoesNotMatch", "The URL is signed for GET.");
  if (sandbox.clock.now() >= file.expiresAt) return denied("AccessDenied", "Request has expired");
  return { status: 200, headers: { "content-type": file.contentType }, body: file.bytes };
}

function isSame(signature: string, given: string): boolean {
  const [a, b] = [Buffer.from(signature), Buffer.from(given)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** An error in the format of object stores with pre-signed URLs. */
function denied(code: string, message: string): Reply {
  return {
    status: 403,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}
