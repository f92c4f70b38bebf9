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

/** A browser runs nothing in the file: it would act as a page of the control API's origin. */
const INERT = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

type SignedFile = { readonly sandbox: Sandbox; readonly file: PlacedFile };

/** A placed file and its sandbox; undefined if there is none, or the signature is wrong. */
export async function signedFileAt(
  { pathname, searchParams }: URL,
  sandboxes: Sandboxes,
): Promise<SignedFile | undefined> {
  const sandbox = await loaded(() => sandboxes.named(searchParams.get("sandbox") ?? ""));
  const files = [...(sandbox?.state.files.values() ?? [])];
  const file = files.find(({ name }) => CONTROL_PATH + placedFilePath(name) === pathname);
  const signature = searchParams.get("signature") ?? "";
  if (sandbox === undefined || file === undefined || !isSameSecret(file.signature, signature))
    return undefined;
  return { sandbox, file };
}

type Call = { readonly req: IncomingMessage; readonly res: ServerResponse };

type Parts = { readonly host: ControlHost; readonly onExchange: ExchangeListener };

/** The response to a signed URL, like an object store's; undefined if it has no signature. */
export async function signedFileReply(call: Call, parts: Parts): Promise<Reply | undefined> {
  const { sandboxes, saved } = parts.host;
  const url = placedFileUrl(call.req);
  if (url === undefined) return undefined;
  const found = await signedFileAt(url, sandboxes);
  // Another process may have changed the file.
  await saved(found?.sandbox ?? sandboxes.default);
  const reply = replyTo(call.req, found);
  if (found !== undefined) recordNeedlessKey({ ...call, reply }, found.sandbox, parts);
  return reply;
}

/** Records a request that has a key; others are the test's own, or the simulator's. */
function recordNeedlessKey(
  { req, res, reply }: Call & { readonly reply: Reply },
  sandbox: Sandbox,
  { host, onExchange }: Parts,
): void {
  const spec = host.specOf(sandbox);
  if (!hasKey(req, spec)) return;
  const recorder = new Recorder(req, { at: sandbox.clock.now(), spec });
  recorder.notes.conduct.hasNeedlessKey = true;
  recorder.answer(reply.status, reply.headers);
  if (!isStream(reply.body)) recorder.tap(reply.body);
  const id = sandbox.journal.nextId();
  onceOver(res, () => keepExchange({ id, res, sandbox, recorder }, onExchange));
}

function replyTo(req: IncomingMessage, found: SignedFile | undefined): Reply {
  if (found === undefined)
    return denied("SignatureDoesNotMatch", "The signature does not match the file.");
  if (req.method !== "GET") return denied("SignatureDoesNotMatch", "The URL is signed for GET.");
  const { sandbox, file } = found;
  if (sandbox.clock.now() >= file.expiresAt) return denied("AccessDenied", "Request has expired");
  const headers = { "content-type": file.contentType, ...INERT };
  return { status: 200, headers, body: file.bytes };
}

/** An error in the format of object stores with pre-signed URLs. */
function denied(code: string, message: string): Reply {
  return {
    status: 403,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}

/** A request's URL if it is like the signed URL of a placed file. */
export function placedFileUrl({ url = "" }: IncomingMessage): URL | undefined {
  if (!URL.canParse(url, "http://localhost")) return undefined;
  const asked = new URL(url, "http://localhost");
  const isBelow = asked.pathname.startsWith(CONTROL_PATH + placedFilePath(""));
  return isBelow && asked.searchParams.has("signature") ? asked : undefined;
}
