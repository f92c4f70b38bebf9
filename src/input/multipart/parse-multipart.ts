import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Busboy, BusboyConfig } from "busboy";
import { formatBytes } from "../../core/visible-text.ts";
import { type BodyLimit, bodyChunks } from "../body-chunks.ts";

const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 1024 * 1024;

/** A file of a multipart form. */
export type UploadedFile = {
  readonly fieldName: string;
  /** The last part of the path that the form gives; empty if it gives none. */
  readonly fileName: string;
  /** Content-Type of the part, without parameters; `text/plain` if it has none. */
  readonly contentType: string;
  /** Empty if a sink received them. */
  readonly bytes: Uint8Array;
  readonly sink?: FileSink;
};

/** Receives a file as it arrives. */
export type FileSink = {
  /** Calls don't overlap. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** Opens a sink for a file, given the form's fields before it. */
export type OpenSink = (
  file: Pick<UploadedFile, "fieldName" | "fileName" | "contentType">,
  fields: Readonly<Record<string, string>>,
) => FileSink;

/** A parsed multipart form. */
export type MultipartBody = {
  /** If a field occurs twice, the last one counts. */
  readonly fields: Readonly<Record<string, string>>;
  /** In the order of the form. */
  readonly files: readonly UploadedFile[];
};

export type MultipartOptions = BodyLimit & {
  readonly maxFiles: number;
  /** Without it, files are kept in memory. */
  readonly openSink?: OpenSink | undefined;
};

/**
 * Reads a `multipart/form-data` body into memory or sinks, with at most 100 fields of 1 MB each.
 * Ignores a part without a Content-Disposition.
 * Throws a `MalformedMultipartError` or a `BodyTooLargeError`; passes on errors from the stream.
 */
export async function parseMultipart(
  headers: IncomingHttpHeaders,
  stream: AsyncIterable<Uint8Array>,
  options: MultipartOptions,
): Promise<MultipartBody> {
  const form = await openForm(headers, options.maxFiles);
  const fields: [string, string][] = [];
  const files: PartialFile[] = [];
  rejectTooMany(form, options.maxFiles);
  collectFields(form, fields);
  collectFiles(form, files, (file) => options.openSink?.(file, Object.fromEntries(fields)));
  try {
    await pipeline(untilFilesEnd(bodyChunks(stream, options), form, files), form);
    await Promise.all(files.map(({ received }) => received));
  } catch (error) {
    throw reworded(error);
  }
  return { fields: Object.fromEntries(fields), files: files.map(completed) };
}

type PartialFile = Omit<UploadedFile, "bytes"> & {
  readonly content: Readable;
  readonly chunks: Uint8Array[];
  /** Settles once the sink has everything. */
  readonly received: Promise<void> | undefined;
};

/**
 * The chunks. Throws a `MalformedMultipartError` if a file has not ended with the last one. After the closing boundary, busboy
 * may still open a file, but it ignores further chunks: without the error, neither the file nor the form would ever end.
 */
async function* untilFilesEnd(
  chunks: AsyncIterable<Uint8Array>,
  form: Busboy,
  files: readonly PartialFile[],
): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
  // After this write, everything before it has been parsed, and the contents of files are emitted in the same turn.
  await new Promise<void>((resolve) => form.write("", () => resolve()));
  await setImmediate();
  for (const file of files) while (isFilling(file)) await setImmediate();
  if (files.some(({ content }) => !content.readableEnded))
    throw new MalformedMultipartError("it ends within a file");
}

/** Whether a sink has yet to take something that has arrived. */
function isFilling({ content, sink }: PartialFile): boolean {
  return sink !== undefined && !content.readableEnded && content.readableLength > 0;
}

async function openForm(headers: IncomingHttpHeaders, maxFiles: number): Promise<Busboy> {
  const contentType = headers["content-type"];
  if (!/^multipart\/form-data\b/i.test(contentType ?? "")) {
    const found = contentType === undefined ? "no Content-Type" : `\`${contentType}\``;
    throw new MalformedMultipartError(`expected it to be \`multipart/form-data\`, got ${found}`);
  }
  const limits = { files: maxFiles, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  const { default: busboy } = await import("busboy");
  return withBoundary(() =>
    busboy({ headers, defParamCharset: "utf8", limits } satisfies BusboyConfig),
  );
}

function withBoundary(open: () => Busboy): Busboy {
  try {
    return open();
  } catch {
    const expected =
      "expected its Content-Type to have a `boundary`, which HTTP clients set for forms";
    throw new MalformedMultipartError(expected);
  }
}

function rejectTooMany(form: Busboy, maxFiles: number): void {
  const refuse = (count: number, what: string) => (): void => {
    form.destroy(new MalformedMultipartError(`expected at most ${count} ${what}, got more`));
  };
  form.on("filesLimit", refuse(maxFiles, maxFiles === 1 ? "file" : "files"));
  form.on("fieldsLimit", refuse(MAX_FIELDS, "fields"));
}

function collectFields(form: Busboy, fields: [string, string][]): void {
  form.on("field", (name: string | undefined, value, { valueTruncated }) => {
    if (name === undefined) rejectUnnamed(form);
    else if (valueTruncated) {
      const limit = formatBytes(MAX_FIELD_BYTES);
      form.destroy(new MalformedMultipartError(`the field \`${name}\` is longer than ${limit}`));
    } else fields.push([name, value]);
  });
}

function collectFiles(
  form: Busboy,
  files: PartialFile[],
  openSink: (file: Parameters<OpenSink>[0]) => FileSink | undefined,
): void {
  form.on("file", (name: string | undefined, content, { filename, mimeType }) => {
    // A file fails only together with the whole form, which reports the error.
    content.on("error", () => {});
    if (name === undefined) rejectUnnamed(form);
    const chunks: Uint8Array[] = [];
    const file = { fieldName: name ?? "", fileName: filename ?? "", contentType: mimeType };
    const sink = openSink(file);
    if (sink === undefined) content.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    const received = sink && fill(sink, content, form);
    files.push({ ...file, content, chunks, received, ...(sink && { sink }) });
  });
}

/** A sink that fails ends the form. */
async function fill(sink: FileSink, content: Readable, form: Busboy): Promise<void> {
  try {
    for await (const chunk of content) await sink.write(chunk as Uint8Array);
    await sink.end();
  } catch (error) {
    form.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function rejectUnnamed(form: Busboy): void {
  form.destroy(new MalformedMultipartError("one of its parts has no name"));
}

function completed({ content: _, chunks, received: __, ...file }: PartialFile): UploadedFile {
  return { ...file, bytes: Buffer.concat(chunks) };
}

const REWORDED: Readonly<Record<string, string>> = {
  "Unexpected end of form": "it ends before its closing boundary",
  "Malformed part header": "the header of one of its parts is malformed",
};

function reworded(error: unknown): unknown {
  const problem = error instanceof Error ? REWORDED[error.message] : undefined;
  return problem === undefined ? error : new MalformedMultipartError(problem);
}

/** A body is not a valid multipart form; the message says why. */
export class MalformedMultipartError extends Error {
  override readonly name = "MalformedMultipartError";

  constructor(problem: string) {
    super(`Failed to read the multipart body: ${problem}.`);
  }
}
