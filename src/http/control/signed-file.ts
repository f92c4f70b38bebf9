import type { IncomingMessage, ServerResponse } from "node:http";
import { CONTROL_PATH } from "../../control/control-path.ts";
import type { ControlHost } from "../../control/host.ts";
import { placedFilePath } from "../../control/verbs/put-file.ts";
import { isStream, type Reply } from "../../core/reply.ts";
import { loaded } from "../../state/loading.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { PlacedFile } from "../../state/sandbox-state.ts";
import type { Sandboxes } from "../../state/sandboxes.ts";
import { keepExchange } from "../keep-exchange.ts";
import { type ExchangeListener, Recorder } from "../recorder.ts";
import { onceOver } from "../reply/close-signal.ts";
import { hasKey } from "../request/key.ts";
import { isSameSecret } from "./control-access.ts";

/** Browsers must not run the file, because it would have the control API's origin. */
const INERT = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** Finds a signed URL's file; undefined if it doesn't exist, or the signature is invalid. */
export async function signedFileAt(
  { pathname, searchParams }: URL,
  sandboxes: Sandboxes,
): Promise<{ readonly sandbox: Sandbox; readonly file: PlacedFile } | undefined> {
  const sandbox = await loaded(() => sandboxes.named(searchParams.get("sandbox") ?? ""));
  const files = [...(sandbox?.state.files.values() ?? [])];
  const file = files.find(({ name }) => CONTROL_PATH + placedFilePath(name) === pathname);
  const signature = searchParams.get("signature") ?? "";
  if (sandbox === undefined || file === undefined || !isSameSecret(file.signature, signature))
    return undefined;
  return { sandbox, file };
}

/** The response that an object store would send for a signed URL; undefined for other URLs. */
export async function signedFileReply(
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
  { host, onExchange }: { readonly host: ControlHost; readonly onExchange: ExchangeListener },
): Promise<Reply | undefined> {
  const { sandboxes, saved, specOf } = host;
  const url = placedFileUrl(req);
  if (url === undefined) return undefined;
  const found = await signedFileAt(url, sandboxes);
  // Rejects if another process has taken over, because even a denial may be outdated.
  await saved(found?.sandbox ?? sandboxes.default);
  const reply = replyTo(req.method, found);
  if (found === undefined) return reply;
  const { sandbox } = found;
  const spec = specOf(sandbox);
  // Requests without a key aren't recorded: the test itself or the simulator sends them.
  if (!hasKey(req, spec)) return reply;
  const recorder = new Recorder(req, { clock: sandbox.clock, spec });
  recorder.notes.conduct.hasNeedlessKey = true;
  recorder.answer(reply.status, reply.headers);
  if (!isStream(reply.body)) recorder.tap(reply.body);
  const id = sandbox.journal.nextId();
  onceOver(res, () => keepExchange({ id, res, sandbox, recorder }, onExchange));
  return reply;
}

function replyTo(
  method: string | undefined,
  found: Awaited<ReturnType<typeof signedFileAt>>,
): Reply {
  if (found === undefined)
    return denied("SignatureDoesNotMatch", "The signature does not match the file.");
  if (method !== "GET") return denied("SignatureDoesNotMatch", "The URL allows only GET.");
  const { sandbox, file } = found;
  if (sandbox.clock.now() >= file.expiresAt) return denied("AccessDenied", "Request has expired");
  const headers = { "content-type": file.contentType, ...INERT };
  return { status: 200, headers, body: file.bytes };
}

/** An error response in the format that object stores use for pre-signed URLs. */
function denied(code: string, message: string): Reply {
  return {
    status: 403,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}

/** A request's URL if it has the form of a placed file's signed URL; otherwise undefined. */
export function placedFileUrl({ url = "" }: IncomingMessage): URL | undefined {
  if (!URL.canParse(url, "http://localhost")) return undefined;
  const asked = new URL(url, "http://localhost");
  const isBelow = asked.pathname.startsWith(CONTROL_PATH + placedFilePath(""));
  return isBelow && asked.searchParams.has("signature") ? asked : undefined;
}
