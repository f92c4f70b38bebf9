import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Busboy, BusboyConfig } from "busboy";
import { counted } from "../../core/counted.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { type BodyLimit, bodyChunks, MalformedBodyError } from "../body-chunks.ts";
import type { ReceivedFile } from "../received-file.ts";

const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 1024 * 1024;

export type UploadedFile = {
  readonly fieldName: string;
  /** The file's name in the form, without its path; empty if there is none. */
  readonly fileName: string;
  /** Content-Type of the part, without parameters; `text/plain` if it has none. */
  readonly contentType: string;
  readonly content: ReceivedFile;
};

/** Opens a receiver for an arriving file; `fields` are the form fields before it. */
export type OpenFile = (fields: Readonly<Record<string, string>>) => ReceivedFile;

export type MultipartBody = {
  /** If a field occurs twice, the last one counts. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
};

export type MultipartOptions = BodyLimit & {
  readonly maxFiles: number;
  readonly openFile: OpenFile;
};

/**
 * Reads a `multipart/form-data` body with at most 100 fields of up to 1 MiB. Ignores parts without
 * Content-Disposition. Throws a `MalformedBodyError`, a `BodyTooLargeError`, or the stream's error.
 */
export async function parseMultipart(
  headers: IncomingHttpHeaders,
  stream: AsyncIterable<Uint8Array>,
  options: MultipartOptions,
): Promise<MultipartBody> {
  const form = await openForm(headers, options.maxFiles);
  const refuse = (problem: string): void => void form.destroy(malformed(problem));
  const fields: [string, string][] = [];
  const files: PartialFile[] = [];
  const most = counted(options.maxFiles, "file");
  form.on("filesLimit", () => refuse(`expected at most ${most}, got more`));
  form.on("fieldsLimit", () => refuse(`expected at most ${MAX_FIELDS} fields, got more`));
  form.on("field", (name: string | undefined, value, { valueTruncated }) => {
    if (name === undefined) refuse(UNNAMED);
    else if (valueTruncated)
      refuse(`the field \`${name}\` is longer than ${formatBytes(MAX_FIELD_BYTES)}`);
    else fields.push([name, value]);
  });
  form.on("file", (name: string | undefined, stream, { filename = "", mimeType }) => {
    // A failed file also fails the form, which reports the error.
    stream.on("error", () => {});
    if (name === undefined) refuse(UNNAMED);
    const content = options.openFile(Object.fromEntries(fields));
    const file = { fieldName: name ?? "", fileName: filename, contentType: mimeType, content };
    files.push({ file, stream, isReceived: fill(content, stream, form) });
  });
  try {
    await pipeline(untilFilesEnd(bodyChunks(stream, options), form, files), form);
    await Promise.all(files.map(({ isReceived }) => isReceived));
  } catch (error) {
    throw reworded(error);
  }
  return { fields: Object.fromEntries(fields), files: files.map(({ file }) => file) };
}

const UNNAMED = "one of its parts has no name";

type PartialFile = {
  readonly file: UploadedFile;
  readonly stream: Readable;
  readonly isReceived: Promise<void>;
};

/**
 * Yields all chunks. Throws a `MalformedBodyError` if a file is still open after the last chunk.
 * After the closing boundary, busboy may still open a file, but it ignores further chunks. Without
 * the error, neither the file nor the form would ever end.
 */
async function* untilFilesEnd(
  chunks: AsyncIterable<Uint8Array>,
  form: Busboy,
  files: readonly PartialFile[],
): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
  // Once this write is done, busboy has parsed all bytes; file contents arrive in the same turn.
  await new Promise<void>((resolve) => form.write("", () => resolve()));
  await setImmediate();
  // Waits for the receivers to read the bytes that have arrived.
  for (const { stream } of files)
    while (!stream.readableEnded && stream.readableLength > 0) await setImmediate();
  if (files.some(({ stream }) => !stream.readableEnded)) throw malformed("it ends within a file");
}

async function openForm(headers: IncomingHttpHeaders, maxFiles: number): Promise<Busboy> {
  const contentType = headers["content-type"];
  if (!/^multipart\/form-data\b/i.test(contentType ?? "")) {
    const found = contentType === undefined ? "none" : `\`${contentType}\``;
    throw malformed(`expected its type to be \`multipart/form-data\`, got ${found}`);
  }
  const limits = { files: maxFiles, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  const { default: busboy } = await import("busboy");
  try {
    return busboy({ headers, defParamCharset: "utf8", limits } satisfies BusboyConfig);
  } catch {
    throw malformed(
      "expected its Content-Type to have a `boundary`, which HTTP clients set for forms unless you set this header yourself",
    );
  }
}

/** Receives a file. If that fails, the form fails with the same error. */
async function fill(content: ReceivedFile, stream: Readable, form: Busboy): Promise<void> {
  try {
    for await (const chunk of stream) await content.write(chunk as Uint8Array);
    await content.end();
  } catch (error) {
    form.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

const REWORDED: Readonly<Record<string, string>> = {
  "Unexpected end of form": "it ends before its closing boundary",
  "Malformed part header": "the header of one of its parts is malformed",
};

function reworded(error: unknown): unknown {
  const problem = error instanceof Error ? REWORDED[error.message] : undefined;
  return problem === undefined ? error : malformed(problem);
}

export function malformed(problem: string): MalformedBodyError {
  return new MalformedBodyError(`Failed to read the multipart body: ${problem}.`);
}
