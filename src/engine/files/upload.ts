import { counted } from "../../core/counted.ts";
import { defined } from "../../core/defined.ts";
import { ApiError, invalidRequest } from "../../core/errors.ts";
import { instantAfter } from "../../core/time.ts";
import { RowFile } from "../../input/row-file.ts";
import { FileOnDisk } from "../../input/spool.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { FileBytes, StartedUpload } from "../../state/sandbox-state.ts";
import type { StateEvent } from "../../state/state-event.ts";
import type { Answer, CallContext } from "../call-context.ts";
import type { Act, CallOf } from "../fields.ts";
import { nextUploadId } from "../job-id.ts";
import { addFile, purposeRuleOf, uploadedView } from "./files.ts";
import { isClientFile } from "./find-file.ts";
import { keepFile } from "./uploaded-file.ts";

/** Milliseconds for which an unfinished upload is kept, unless its file has a shorter lifetime. */
const UPLOAD_LIFE_MS = 7 * 24 * 3_600_000;

/** Maximum number of unfinished uploads in a sandbox. Each upload with a part has an open file. */
const MOST_UNFINISHED = 1000;

/** Starts an upload, and removes expired ones. The URL names the sandbox, so parts need no key. */
export const startUpload: Act<"startUpload"> = (context, call) => {
  const { sandbox, services, rules, now } = context;
  services.requireRoom(sandbox);
  const { purpose, fileName, announcedBytes } = call.fields;
  const announced = { purpose, fileName: fileName ?? "", byteLength: announcedBytes ?? 0 };
  const rule = purposeRuleOf(rules, call, announced);
  const uploads = [...sandbox.state.uploads.values()];
  const unfinished = uploads.filter((each) => each.state === "open" && each.expiresAt > now);
  if (unfinished.length >= MOST_UNFINISHED) {
    const message = `Expected at most ${MOST_UNFINISHED} unfinished uploads, got one more. Finish or cancel one, or advance the clock until one expires.`;
    throw invalidRequest([{ path: "", message, type: "upload" }]);
  }
  const uploadId = nextUploadId(context, [purpose, fileName ?? ""]);
  const started: StartedUpload = defined({
    ...{ uploadId, purpose, fileName, announcedBytes },
    expiresAt: instantAfter(now, Math.min(rule.lifeMs ?? UPLOAD_LIFE_MS, UPLOAD_LIFE_MS)),
    ...{ state: "open", byteLength: 0, parts: [] },
  });
  const expired = uploads.filter(({ expiresAt }) => expiresAt <= now);
  const removed = expired.map(
    (old) => ({ kind: "uploadChanged", uploadId: old.uploadId }) as const,
  );
  sandbox.record(...removed, changed(started));
  for (const each of expired) discardParts(sandbox, each);
  const uploadUrl = rules.urlOf("uploadFile", { uploadId, sandbox: sandbox.name }, call.server());
  return { kind: "view", view: { uploadId, uploadUrl } };
};

type UploadCall = CallOf<"uploadFile">;

/** Continues, ends, or queries an upload. Parts are kept on disk until the file is complete. */
export const uploadFile: Act<"uploadFile"> = async (context, call) => {
  const { action = "finish" } = call.fields;
  const upload = currentUpload(context, call.fields.uploadId);
  if (action === "query") return answerOf(context, upload);
  requireNext(upload, call);
  if (action === "cancel") {
    const canceled = { ...upload, state: "canceled", parts: [] } as const;
    context.sandbox.record(changed(canceled));
    discardParts(context.sandbox, upload);
    return answerOf(context, canceled);
  }
  context.services.requireRoom(context.sandbox);
  // The lines are scanned once all parts have arrived.
  const part = call.files?.[0]?.content.bytes ?? new Uint8Array();
  const byteLength = upload.byteLength + part.byteLength;
  purposeRuleOf(context.rules, call, { purpose: upload.purpose, fileName: "", byteLength });
  const received: Received = { context, call, upload, part };
  return action === "finish" ? finish(received) : answerOf(context, await addPart(received));
};

type Received = {
  readonly context: CallContext;
  readonly call: UploadCall;
  readonly upload: StartedUpload;
  readonly part: Uint8Array | FileOnDisk;
};

/** Appends a part. If two parts are sent at the same time, the second to arrive is rejected. */
async function addPart({ context, call, upload, part }: Received): Promise<StartedUpload> {
  const { sandbox } = context;
  const known = upload.parts.map(diskOf).find((file) => file !== undefined);
  const file = known ?? new RowFile();
  try {
    const start = await file.append(part instanceof Uint8Array ? [part] : part);
    const byteLength = upload.byteLength + part.byteLength;
    const parts = [...upload.parts, new FileOnDisk(file, start, part.byteLength)];
    requireSame(context, upload, call);
    const added = { ...upload, byteLength, parts };
    sandbox.record(changed(added));
    if (known === undefined) keepFile(file, sandbox);
    return added;
  } catch (error) {
    if (known === undefined) await file.close();
    throw error;
  }
}

/** Makes a file from all parts. After an error, the client can send the last part again. */
async function finish({ context, call, upload, part }: Received): Promise<Answer> {
  const { announcedBytes, purpose, fileName = "", uploadId } = upload;
  const byteLength = upload.byteLength + part.byteLength;
  if (announcedBytes !== undefined && byteLength !== announcedBytes) {
    const message = `Expected the file to have ${counted(announcedBytes, "byte")}, as announced when the upload started, got ${byteLength}.`;
    throw invalidRequest([{ path: "", message, type: "upload" }]);
  }
  const { fileOpener } = await import("./receive-file.ts");
  const rowFile = new RowFile();
  try {
    const content = (await fileOpener(context, rowFile))(purpose);
    for (const bytes of [...upload.parts, part])
      if (bytes instanceof Uint8Array) await content.write(bytes);
      else for await (const chunk of bytes) await content.write(chunk);
    await content.end();
    const also = (fileId: string): readonly StateEvent[] => {
      requireSame(context, upload, call);
      return [changed({ ...upload, state: "finished", byteLength, parts: [], fileId })];
    };
    const { uploaded } = addFile(context, call, { content, fileName, purpose, also });
    discardParts(context.sandbox, upload);
    const ended = currentUpload(context, uploadId);
    return { ...answerOf(context, ended), uploaded };
  } catch (error) {
    // Reading the parts fails if another request has ended the upload.
    requireSame(context, upload, call);
    throw error;
  } finally {
    await rowFile.release();
  }
}

function changed(upload: StartedUpload): StateEvent {
  return { kind: "uploadChanged", uploadId: upload.uploadId, upload };
}

/** Throws an ApiError if another request changed the upload so that this call can't continue it. */
function requireSame(context: CallContext, before: StartedUpload, call: UploadCall): void {
  const upload = currentUpload(context, before.uploadId);
  if (upload !== before) requireNext(upload, call, before.byteLength);
}

/** Throws an ApiError unless the call can continue the upload. `end` is the default offset. */
function requireNext(upload: StartedUpload, call: UploadCall, end = upload.byteLength): void {
  const { uploadId, state, byteLength } = upload;
  const { offset } = call.fields;
  const isOpen = state === "open";
  if (isOpen && (offset ?? end) === byteLength) return;
  const message = isOpen
    ? `Expected \`${call.wireName("offset")}\` to be ${byteLength}, the number of bytes received, got ${offset ?? `${end}, the default`}.`
    : `Upload \`${uploadId}\` is already ${state}; it received ${counted(byteLength, "byte")}.`;
  throw invalidRequest([{ path: "", message, type: "upload" }]);
}

/** The upload with this ID. Throws an ApiError if it doesn't exist or has expired. */
function currentUpload({ now, sandbox }: CallContext, uploadId: string): StartedUpload {
  const upload = sandbox.state.uploads.get(uploadId);
  if (upload !== undefined && now < upload.expiresAt) return upload;
  throw new ApiError("unknown-file", `Upload \`${uploadId}\` does not exist.`);
}

function answerOf(
  { sandbox }: CallContext,
  { uploadId, state, byteLength, fileId = "" }: StartedUpload,
): Extract<Answer, { kind: "view" }> {
  const file = sandbox.state.storedFiles.get(fileId);
  const upload = { uploadId, state, byteLength };
  return { kind: "view", view: { upload, file: isClientFile(file) ? uploadedView(file) : null } };
}

/** Deletes an upload's parts from the disk once the sandbox is saved, or saving has failed. */
function discardParts(sandbox: Sandbox, { parts }: StartedUpload): void {
  const close = (): void => {
    for (const part of parts) void diskOf(part)?.close();
  };
  void Promise.resolve(sandbox.saved()).then(close, close);
}

function diskOf(part: FileBytes): RowFile | undefined {
  return part instanceof FileOnDisk ? part.file : undefined;
}
