import type { Request } from "express";
import { measureFile } from "../../codec/measure-file.ts";
import { counted } from "../../core/counted.ts";
import { ApiError } from "../../core/errors.ts";
import { type Reply, type ReplyStream, repeatable } from "../../core/reply.ts";
import type { StoredFile } from "../../engine/call-context.ts";
import { bytesIn, requestedRange, streamOf } from "./byte-range.ts";
import { closeSignal } from "./close-signal.ts";

const PARTIAL_CONTENT = 206;
const NOT_MODIFIED = 304;

/** A reply with a whole stored file, the file's bytes, and the file's metadata. */
type Stored = { readonly reply: Reply; readonly body: ReplyStream; readonly stored: StoredFile };

/**
 * Responds to a request for a stored file as object stores do: with the whole file, with one part
 * of it (RFC 9110, 14), or by confirming that the client's copy is current (13.1). Throws an
 * ApiError for a part beyond the file's end, and for a failed precondition.
 */
export function storedFileReply(req: Request, { reply, body, stored }: Stored): Reply {
  const { byteLength, modifiedAt } = stored;
  const etag = `"${stored.sha256}"`;
  const validators = { etag, "last-modified": new Date(modifiedAt).toUTCString() };
  const headers = { ...reply.headers, ...validators, "accept-ranges": "bytes" };
  requireCurrent(req, validators);
  if (isFresh(req, reply.status, validators))
    return { status: NOT_MODIFIED, headers: validators, body: "", hasNoBody: true };
  const whole = {
    body,
    replyWith: async (changed: Reply["body"]) => {
      const body = streamOf(changed);
      const closed = closeSignal(req.res as NonNullable<Request["res"]>);
      const { byteLength = 0 } = (await measureFile(body, closed)) ?? {};
      const damaged = storedFileReply(req, { reply, body, stored: { ...stored, byteLength } });
      if (typeof range === "string") return damaged;
      const parts = [bytesIn(file.body, range), streamOf(damaged.body)];
      const [before, after] = await Promise.all(parts.map((part) => measureFile(part, closed)));
      return before?.sha256 === after?.sha256 ? undefined : damaged;
    },
  };
  const file = { ...reply, headers, body, byteLength, whole };
  // `If-Range` names the client's version by ETag or date (RFC 9110, 13.1.5).
  const { "if-range": condition = etag, range: asked } = req.headers;
  const isCurrent = Object.values(validators).includes(String(condition));
  const range = isCurrent ? requestedRange(asked, byteLength) : "whole";
  if (range === "whole") return { ...file, part: { etag, from: 0, fileBytes: byteLength } };
  if (range === "unsatisfiable")
    throw new ApiError(
      "range-not-satisfiable",
      `The range \`${req.headers.range}\` is beyond the end of the file, which is ${counted(byteLength, "byte")} long.`,
      { headers: { "content-range": `bytes */${byteLength}`, "accept-ranges": "bytes" } },
    );
  const { first, last } = range;
  return {
    ...file,
    status: PARTIAL_CONTENT,
    headers: { ...headers, "content-range": `bytes ${first}-${last}/${byteLength}` },
    body: repeatable(() => bytesIn(body, range)),
    byteLength: last - first + 1,
    part: { etag, from: first, fileBytes: byteLength },
  };
}

type Validators = { readonly etag: string; readonly "last-modified": string };

/**
 * Throws an ApiError if the request is for a different version of the file (RFC 9110, 13.1.1 and
 * 13.1.4). Weak ETags never match, and an invalid date is ignored.
 */
function requireCurrent({ headers }: Request, { etag, "last-modified": date }: Validators): void {
  const tags = headers["if-match"]?.split(",").map((tag) => tag.trim());
  const until = tags === undefined ? headers["if-unmodified-since"] : undefined;
  const isCurrent = tags?.some((tag) => tag === etag || tag === "*") ?? true;
  const isChanged = until !== undefined && Date.parse(date) > Date.parse(until);
  if (isCurrent && !isChanged) return;
  const asked =
    tags === undefined ? `be unchanged since \`${until}\`` : `match \`${headers["if-match"]}\``;
  const message = `Expected the file to ${asked}, but its ETag is \`${etag}\`, and it was last modified on ${date}.`;
  throw new ApiError("precondition-failed", message);
}

/** Whether the client's copy is current. Uses `validators` as if the response had them. */
function isFresh(req: Request, statusCode: number, validators: Validators): boolean {
  const get = (name: string): string | undefined =>
    validators[name.toLowerCase() as keyof Validators];
  const asked: Request = Object.create(req, { res: { value: { statusCode, get } } });
  return asked.fresh;
}
