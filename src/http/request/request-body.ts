import type { IncomingMessage } from "node:http";
import { RowLimitError, type RowLimits } from "../../codec/row-limits.ts";
import { ApiError, invalidRequest, type Problem } from "../../core/errors.ts";
import type { JsonValue } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import {
  type BodyLimit,
  BodyTooLargeError,
  bodyChunks,
  decodedBody,
  type Encoding,
  encodingOf,
  MalformedBodyError,
} from "../../input/body-chunks.ts";
import type { JsonCounts } from "../../input/json/json-assembler.ts";
import { requireShortIds } from "../../input/json/json-limits.ts";
import type { JsonBody } from "../../input/json/parse-json-body.ts";
import type {
  MultipartBody,
  OpenFile,
  UploadedFile,
} from "../../input/multipart/parse-multipart.ts";
import type { RowFile } from "../../input/row-file.ts";
import type { Operation } from "../../spec/operation.ts";
import { arrivedBody, type BodyMemory, gathered, idleLimited } from "./body-stream.ts";

export type RequestBody = Omit<JsonBody, "body"> & {
  /** The body for the validator: inputs may be shortened, and files are empty strings. */
  readonly body: JsonValue | undefined;
  readonly files?: readonly UploadedFile[] | undefined;
};

const NO_BODY: RequestBody = { body: undefined, digest: "", sampledRows: [] };

const MAX_FILES = 8;

export type BodyReading = {
  readonly operation: Operation;
  /** Name of the sandbox for which the body is read. */
  readonly key: string;
  /** Maximum size in bytes, as sent and after decoding. */
  readonly maxBytes: number;
  readonly rowLimits: RowLimits;
  /** Holds the rows and files that are too large for memory. */
  readonly rowFile: RowFile;
  /** Prepares to receive files; undefined if the operation needs only their bytes. */
  readonly receive: (() => Promise<OpenFile>) | undefined;
  /** Maximum numbers of keys and of values in JSON; each row is counted separately. */
  readonly most: JsonCounts;
  /** Maximum time without data, in wall-clock milliseconds; 0 is unlimited. */
  readonly idleMs: number;
  readonly memory: BodyMemory;
  /** Whether a body with a Content-Encoding is rejected. */
  readonly isEncodingRefused: boolean;
  /** Begins to record the decoded body. Returns the receiver of its chunks. */
  readonly record: () => (chunk: Uint8Array) => void;
};

/**
 * Reads a request body as its operation declares it. Throws an ApiError for a body that is
 * malformed, too large, or in an unsupported encoding, and a SimulatorError for one that stops
 * arriving or has too many keys or values.
 */
export function readBody(
  req: IncomingMessage,
  reading: BodyReading,
): RequestBody | Promise<RequestBody> {
  return reading.operation.contentTypes.length === 0 ? NO_BODY : readDeclaredBody(req, reading);
}

async function readDeclaredBody(req: IncomingMessage, reading: BodyReading): Promise<RequestBody> {
  const mediaType = requireContentType(req, reading.operation);
  const encoding = encodingOf(req, reading.isEncodingRefused);
  const declaredBytes = Number(req.headers["content-length"] ?? 0);
  const source = { req, encoding, limit: { maxBytes: reading.maxBytes, declaredBytes } };
  try {
    if (mediaType === "multipart/form-data") return await readForm(source, reading);
    if (mediaType === ANY_TYPE) return await readFile(source, reading);
    return await readJson(source, reading);
  } catch (error) {
    throw reworded(error);
  }
}

type BodySource = {
  readonly req: IncomingMessage;
  readonly encoding: Encoding | undefined;
  readonly limit: BodyLimit;
};

async function readJson(source: BodySource, reading: BodyReading): Promise<RequestBody> {
  const { operation, key, most, rowFile, rowLimits, record } = reading;
  const { parseJsonBody, parseWholeJson } = await import("../../input/json/parse-json-body.ts");
  const sampling = operation.rowSampling();
  const options = {
    ...{ ...source.limit, most, rowFile, limits: rowLimits, key },
    rowsAt: operation.inputsPath,
    idsAt: operation.idPaths,
    sampling: sampling instanceof Promise ? await sampling : sampling,
  };
  const arrived = source.encoding === undefined ? arrivedBody(source.req) : undefined;
  if (arrived === undefined) return parseJsonBody(stream(source, reading), options);
  record()(arrived);
  return parseWholeJson(arrived, options);
}

async function readForm(source: BodySource, reading: BodyReading): Promise<RequestBody> {
  const { parseMultipart } = await import("../../input/multipart/parse-multipart.ts");
  const options = { ...source.limit, maxFiles: MAX_FILES, openFile: await openerOf(reading) };
  const form = await parseMultipart(source.req.headers, stream(source, reading), options);
  requireShortIds(form.fields, reading.operation.idPaths);
  return formBody(form);
}

/** A body's decoded bytes, which are recorded and count toward the memory limit. */
function stream(
  { req, encoding }: BodySource,
  { key, idleMs, memory, record }: BodyReading,
): AsyncIterable<Uint8Array> {
  const decoded = encoding === undefined ? gathered(req, key) : decodedBody(req, encoding);
  const bytesRead = (): number => req.socket.bytesRead;
  return memory.hold(idleLimited(decoded, { idleMs, bytesRead }), record());
}

/** The content type of an operation whose body is a file. */
const ANY_TYPE = "*/*";

/** Reads a body that is a file, which becomes the field `file`. */
async function readFile(source: BodySource, reading: BodyReading): Promise<RequestBody> {
  const content = (await openerOf(reading))({});
  const body = stream(source, reading);
  for await (const chunk of bodyChunks(body, source.limit)) await content.write(chunk);
  await content.end();
  const file = { fieldName: "file", fileName: "", contentType: ANY_TYPE, content };
  return formBody({ fields: {}, files: [file] });
}

async function openerOf({ receive, rowFile, maxBytes }: BodyReading): Promise<OpenFile> {
  if (receive !== undefined) return receive();
  const { ReceivedFile } = await import("../../input/received-file.ts");
  return () => new ReceivedFile({ rowFile, maxBytes });
}

function formBody({ fields, files }: MultipartBody): RequestBody {
  const body: Record<string, JsonValue> = { ...fields };
  for (const file of files) body[file.fieldName] = "";
  return { ...NO_BODY, body, files };
}

function requireContentType(req: IncomingMessage, operation: Operation): string {
  const found = req.headers["content-type"];
  const mediaType = found?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (operation.contentTypes.includes(mediaType)) return mediaType;
  if (operation.contentTypes.includes(ANY_TYPE)) return ANY_TYPE;
  const wanted = listed(operation.contentTypes, " or ");
  const got = found === undefined ? "nothing" : `\`${found}\``;
  const message = `Expected the header \`content-type\` to be ${wanted}, got ${got}.`;
  throw invalidRequest([{ path: "header.content-type", message, type: "content-type" }]);
}

function reworded(error: unknown): unknown {
  if (error instanceof BodyTooLargeError) return new ApiError("body-too-large", error.message);
  if (error instanceof RowLimitError)
    return new ApiError("body-too-large", `Failed to read the body: ${error.message}.`);
  return error instanceof MalformedBodyError
    ? invalidRequest([{ path: "", message: error.message, type: "malformed" }])
    : error;
}

/** Problems with the shortened array of inputs, with indexes into the full one. */
export function atRealRows(
  problems: readonly Problem[],
  operation: Operation,
  body: RequestBody,
): readonly Problem[] {
  const path = operation.inputsPath;
  if (path === undefined) return problems;
  const [prefix, name] = [`/${path.join("/")}/`, `${path.join(".")}.`];
  return problems.map((problem) => {
    const [index = "", ...rest] = problem.path.startsWith(prefix)
      ? problem.path.slice(prefix.length).split("/")
      : [];
    const real = index === "" ? undefined : body.sampledRows[Number(index)];
    if (real === undefined) return problem;
    const [sampled, actual] = [index, real].map(
      (row) => `\`${[`${name}${row}`, ...rest].join(".")}\``,
    );
    const message = problem.message.replace(String(sampled), String(actual));
    return { ...problem, path: `${prefix}${[real, ...rest].join("/")}`, message };
  });
}
