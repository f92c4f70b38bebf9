import type { IncomingMessage } from "node:http";
import { RowLimitError } from "../../codec/row-limits.ts";
import { ApiError, invalidRequest, type Problem } from "../../core/errors.ts";
import type { JsonValue } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import type { Services } from "../../engine/call-context.ts";
import { useCaseOf } from "../../engine/use-cases.ts";
import {
  type BodyLimit,
  BodyTooLargeError,
  bodyChunks,
  decodedBody,
  type Encoding,
  encodingOf,
  MalformedBodyError,
} from "../../input/body-chunks.ts";
import { requireShortIds } from "../../input/json/json-limits.ts";
import type { MultipartBody, OpenFile } from "../../input/multipart/parse-multipart.ts";
import type { RowFile } from "../../input/row-file.ts";
import type { Operation } from "../../spec/operation.ts";
import { arrivedBody, type BodyMemory, gathered, idleLimited } from "./body-stream.ts";
import type { IncomingCall, RequestBody } from "./incoming-call.ts";

const NO_BODY: RequestBody = { body: undefined, digest: "", sampledRows: [] };

const MAX_FILES = 8;

export type BodyParts = {
  readonly services: Services;
  /** Maximum size in bytes, both as sent and after decoding. */
  readonly maxBodyBytes: number;
  /** Maximum wall-clock milliseconds without new bytes of a body; 0 is unlimited. */
  readonly requestTimeoutMs: number;
  readonly bodyMemory: BodyMemory;
};

type BodyReading = {
  readonly parts: BodyParts;
  readonly incoming: IncomingCall;
  readonly operation: Operation;
  /** Holds the rows and files that are too large for memory. */
  readonly rowFile: RowFile;
};

/**
 * Reads a request body as its operation declares it. Throws an ApiError if the body is malformed,
 * too large, or in an unsupported encoding, and a SimulatorError if it stops arriving or has too
 * many keys or values.
 */
export function readBody(reading: BodyReading): RequestBody | Promise<RequestBody> {
  return reading.operation.contentTypes.length === 0 ? NO_BODY : readDeclaredBody(reading);
}

async function readDeclaredBody(reading: BodyReading): Promise<RequestBody> {
  const { req, identity } = reading.incoming;
  const mediaType = requireContentType(req, reading.operation);
  const encoding = encodingOf(req, identity.spec.assumptions["content-encoding"] === "refused");
  const declaredBytes = Number(req.headers["content-length"] ?? 0);
  const limit = { maxBytes: reading.parts.maxBodyBytes, declaredBytes };
  const source = { ...reading, encoding, limit };
  try {
    if (mediaType === "multipart/form-data") return await readForm(source);
    if (mediaType === ANY_TYPE) return await readFile(source);
    return await readJson(source);
  } catch (error) {
    throw reworded(error);
  }
}

type BodySource = BodyReading & {
  readonly encoding: Encoding | undefined;
  readonly limit: BodyLimit;
};

async function readJson(source: BodySource): Promise<RequestBody> {
  const { parts, incoming, operation, rowFile, encoding, limit } = source;
  const { sandbox } = incoming.identity;
  const { parseJsonBody, parseWholeJson } = await import("../../input/json/parse-json-body.ts");
  const sampling = operation.rowSampling();
  const options = {
    ...{ ...limit, rowFile, key: sandbox.name },
    most: parts.services.schemas.mostInBody,
    limits: parts.services.readingFor(sandbox).limits,
    rowsAt: operation.inputsPath,
    idsAt: operation.idPaths,
    sampling: sampling instanceof Promise ? await sampling : sampling,
  };
  const arrived = encoding === undefined ? arrivedBody(incoming.req) : undefined;
  if (arrived === undefined) return parseJsonBody(stream(source), options);
  incoming.recorder.startBody()(arrived);
  return parseWholeJson(arrived, options);
}

async function readForm(source: BodySource): Promise<RequestBody> {
  const { parseMultipart } = await import("../../input/multipart/parse-multipart.ts");
  const options = { ...source.limit, maxFiles: MAX_FILES, openFile: await openerOf(source) };
  const form = await parseMultipart(source.incoming.req.headers, stream(source), options);
  requireShortIds(form.fields, source.operation.idPaths);
  return formBody(form);
}

/** Yields a body's decoded bytes, records them, and counts them toward the memory limit. */
function stream({ parts, incoming, encoding }: BodySource): AsyncIterable<Uint8Array> {
  const { req, identity, recorder } = incoming;
  const decoded =
    encoding === undefined ? gathered(req, identity.sandbox.name) : decodedBody(req, encoding);
  const bytesRead = (): number => req.socket.bytesRead;
  const limited = idleLimited(decoded, { idleMs: parts.requestTimeoutMs, bytesRead });
  return parts.bodyMemory.hold(limited, recorder.startBody());
}

/** The content type of an operation whose body is a file. */
const ANY_TYPE = "*/*";

/** Reads a body that is a file, and makes it the field `file`. */
async function readFile(source: BodySource): Promise<RequestBody> {
  const content = (await openerOf(source))({});
  for await (const chunk of bodyChunks(stream(source), source.limit)) await content.write(chunk);
  await content.end();
  const file = { fieldName: "file", fileName: "", contentType: ANY_TYPE, content };
  return formBody({ fields: {}, files: [file] });
}

async function openerOf({ parts, incoming, operation, rowFile }: BodyReading): Promise<OpenFile> {
  const { services, maxBodyBytes: maxBytes } = parts;
  const { sandbox, scenario, spec, now } = incoming.identity;
  const { receive } = useCaseOf(operation.use);
  if (receive !== undefined)
    return receive({ sandbox, scenario, rules: spec, services, now }, rowFile);
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

/** Converts the indexes in problems from the shortened array of inputs to the full array. */
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
