import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Busboy, BusboyConfig } from "busboy";
import { formatBytes } from "../../core/visible-text.ts";
import { type BodyLimit, bodyChunks, MalformedBodyError } from "../body-chunks.ts";
import type { ReceivedFile } from "../received-file.ts";

const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 1024 * 1024;

export type UploadedFile = {
  readonly fieldName: string;
  /** The last part of the path that the form gives; empty if it gives none. */
  readonly fileName: string;
  /** Content-Type of the part, without parameters; `text/plain` if it has none. */
  readonly contentType: string;
  readonly content: ReceivedFile;
};

/** Opens what receives a file as it arrives, given the form's fields before it. */
export type OpenFile = (fields: Readonly<Record<string, string>>) => ReceivedFile;

export type MultipartBody = {
  /** If a field occurs twice, the last one counts. */
  readonly fields: Readonly<Record<string, string>>;
  /** In the order of the form. */
  readonly files: readonly UploadedFile[];
};

export type MultipartOptions = BodyLimit & {
  readonly maxFiles: number;
  readonly openFile: OpenFile;
};

/**
 * Reads a `multipart/form-data` body, with at most 100 fields of 1 MB each.
 * Ignores a part without a Content-Disposition.
 * Throws a `MalformedBodyError` or a `BodyTooLargeError`; passes on errors from the stream.
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
  collectFiles(form, files, () => options.openFile(Object.fromEntries(fields)));
  try {
    await pipeline(untilFilesEnd(bodyChunks(stream, options), form, files), form);
    await Promise.all(files.map(({ isReceived }) => isReceived));
  } catch (error) {
    throw reworded(error);
  }
  return { fields: Object.fromEntries(fields), files: files.map(({ file }) => file) };
}

type PartialFile = {
  readonly file: UploadedFile;
  readonly stream: Readable;
  readonly isReceived: Promise<void>;
};

/**
 * The chunks. Throws a `MalformedBodyError` if a file has not ended with the last one. After the closing boundary, busboy
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
  if (files.some(({ stream }) => !stream.readableEnded)) throw malformed("it ends within a file");
}

/** Whether something that has arrived is yet to be received. */
function isFilling({ stream }: PartialFile): boolean {
  return !stream.readableEnded && stream.readableLength > 0;
}

async function openForm(headers: IncomingHttpHeaders, maxFiles: number): Promise<Busboy> {
  const contentType = headers["content-type"];
  if (!/^multipart\/form-data\b/i.test(contentType ?? "")) {
    const found = contentType === undefined ? "no Content-Type" : `\`${contentType}\``;
    throw malformed(`expected it to be \`multipart/form-data\`, got ${found}`);
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
    throw malformed(expected);
  }
}

function rejectTooMany(form: Busboy, maxFiles: number): void {
  const refuse = (count: number, what: string) => (): void => {
    form.destroy(malformed(`expected at most ${count} ${what}, got more`));
  };
  form.on("filesLimit", refuse(maxFiles, maxFiles === 1 ? "file" : "files"));
  form.on("fieldsLimit", refuse(MAX_FIELDS, "fields"));
}

function collectFields(form: Busboy, fields: [string, string][]): void {
  form.on("field", (name: string | undefined, value, { valueTruncated }) => {
    if (name === undefined) rejectUnnamed(form);
    else if (valueTruncated) {
      const limit = formatBytes(MAX_FIELD_BYTES);
      form.destroy(malformed(`the field \`${name}\` is longer than ${limit}`));
    } else fields.push([name, value]);
  });
}

function collectFiles(form: Busboy, files: PartialFile[], open: () => ReceivedFile): void {
  form.on("file", (name: string | undefined, stream, { filename, mimeType }) => {
    // A file fails only together with the whole form, which reports the error.
    stream.on("error", () => {});
    if (name === undefined) rejectUnnamed(form);
    const content = open();
    const file = {
      fieldName: name ?? "",
      fileName: filename ?? "",
      contentType: mimeType,
      content,
    };
    files.push({ file, stream, isReceived: fill(content, stream, form) });
  });
}

/** A file that can't be received ends the form. */
async function fill(content: ReceivedFile, stream: Readable, form: Busboy): Promise<void> {
  try {
    for await (const chunk of stream) await content.write(chunk as Uint8Array);
    await content.end();
  } catch (error) {
    form.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function rejectUnnamed(form: Busboy): void {
  form.destroy(malformed("one of its parts has no name"));
}

const REWORDED: Readonly<Record<string, string>> = {
  "Unexpected end of form": "it ends before its closing boundary",
  "Malformed part header": "the header of one of its parts is malformed",
};

function reworded(error: unknown): unknown {
  const problem = error instanceof Error ? REWORDED[error.message] : undefined;
  return problem === undefined ? error : malformed(problem);
}

/** The error for a body that is not a valid multipart form. */
export function malformed(problem: string): MalformedBodyError {
  return new MalformedBodyError(`Failed to read the multipart body: ${problem}.`);
}
