import { outputFileOf } from "../core/files.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { FileRequest, ResultsFile } from "../core/rows/file-layout.ts";
import type { RecordPlaces } from "../core/rows/input-places.ts";
import type { RowSampling } from "../core/rows/row.ts";
import { percentDecoded } from "../core/urls.ts";
import { successStatusOf } from "./derive-responses.ts";
import {
  asObject,
  asObjects,
  namesInPath,
  operationsOf,
  type PlacedOperation,
  requiresKey,
  resolveRef,
} from "./document-place.ts";
import { fileRulesOf } from "./file-rules.ts";
import { lineWordsOf } from "./line-pieces.ts";
import { placesOfRecord } from "./record-places.ts";
import {
  bodyPathOf,
  compileField,
  compileRequestMap,
  compileTarget,
  type FieldsOfRequest,
  type RequestReader,
  requestMapOf,
  wireNameOf,
} from "./request-map.ts";
import { parametersIn, type RequestParts } from "./request-place.ts";
import { resultsFiles } from "./results-file.ts";
import { rowSamplingOf } from "./row-sampling.ts";
import { namesIn } from "./template/template.ts";

/** One of the interface document's two addresses, or the root of each address. */
export type ServerName = "base" | "deployment" | "origin";

export type Operation = {
  /** The operation in its document. */
  readonly served: PlacedOperation;
  readonly operationId: string;
  readonly use: string;
  /** In upper case. */
  readonly method: string;
  /** The path as the document writes it: `/jobs/{job_id}/results`. */
  readonly path: string;
  readonly server: ServerName;
  readonly isSecured: boolean;
  /** Whether the operation accepts a key, even an optional one. */
  readonly takesKey: boolean;
  readonly successStatus: number;
  readonly contentTypes: readonly string[];
  readonly queryNames: readonly string[];
  /** Names of the header parameters, in lower case. */
  readonly headerNames: readonly string[];
  readonly booleanQueryNames: readonly string[];
  /** Path of keys in the body to a new job's inputs, which are read as a stream. */
  readonly inputsPath: readonly string[] | undefined;
  /** Paths of keys in the body to IDs, which must be short. */
  readonly idPaths: readonly (readonly string[])[];
  /** Selects the inputs to validate; compiled when first used. */
  readonly rowSampling: () => RowSampling | Promise<RowSampling>;
  /** The locations of the parts of an input that is not a string, if the document has them. */
  readonly places: RecordPlaces | undefined;
  /** Whether the body, which is read last, may contain the job's ID or the results format. */
  readonly isNamedInBody: boolean;
  /** Reads only the job's ID; returns undefined if the operation doesn't act on one job. */
  readonly jobIdOf: RequestReader;
  /** Reads only the field `format`; returns undefined if the operation doesn't serve results. */
  readonly formatOf: RequestReader;
  readonly fieldsOf: (request: RequestParts) => FieldsOfRequest;
  /** The wire name of a use case's field (keys joined by dots), or else the field's own name. */
  readonly wireName: (field: string) => string;
  /** The `response` of its binding: a template, or the description of a streamed body. */
  readonly response: JsonValue;
  /** Headers of its success response, by name; a template. */
  readonly headers: JsonValue;
  /** Whether `response` reads a name. */
  readonly reads: (name: string) => boolean;
  readonly resultsFile: (request: FileRequest) => ResultsFile;
  /** Path and query of a request that sets these fields of the use case. */
  readonly targetOf: (fields: FieldsOfRequest) => string;
  /** Reads the name of the sandbox that signed the URL; undefined without signed URLs. */
  readonly sandboxOf: RequestReader | undefined;
  /** Path parameters if a path matches this operation; otherwise undefined. */
  readonly match: (path: string) => Readonly<Record<string, string>> | undefined;
};

/**
 * A document's operations, in the order in which to match paths: fewer path parameters first, so
 * that concrete paths precede templates (OpenAPI 3.1, 4.8.8.1), then document order. Throws a
 * RangeError if an operation is not bound to a use case.
 */
export function compileOperations(document: JsonObject): readonly Operation[] {
  return operationsOf(document)
    .sort((a, b) => namesInPath(a.path).length - namesInPath(b.path).length)
    .map(compileOperation);
}

function compileOperation(served: PlacedOperation): Operation {
  const { document, path, method, item, operation, binding } = served;
  const { use } = binding;
  const response = binding["response"] ?? {};
  if (typeof use !== "string") {
    throw new RangeError(
      `Expected ${method.toUpperCase()} ${path} to name its use case in \`x-batch-sim.use\`.`,
    );
  }
  const security = operation["security"] ?? document["security"];
  const body = asObject(resolveRef(document, operation["requestBody"]));
  const namesOf = (parameters: readonly JsonObject[]): string[] =>
    parameters.map(({ name }) => String(name));
  const query = parametersIn("query", served);
  const inputsPath = bodyPathOf(served, "inputs");
  const isInBody = (field: string): boolean => bodyPathOf(served, field) !== undefined;
  const words = wordsInPath(served);
  return {
    served,
    operationId: String(operation["operationId"]),
    use,
    method: method.toUpperCase(),
    path,
    server: serverOf(operation, item),
    isSecured: requiresKey(security),
    takesKey: asObjects(security).length > 0,
    successStatus: Number(successStatusOf(served)),
    contentTypes: Object.keys(asObject(body["content"])),
    queryNames: namesOf(query),
    headerNames: namesOf(parametersIn("header", served)).map((name) => name.toLowerCase()),
    booleanQueryNames: namesOf(
      query.filter(({ schema }) => asObject(resolveRef(document, schema))["type"] === "boolean"),
    ),
    inputsPath,
    idPaths: ["modelId", "datasetId", "jobId"]
      .map((field) => bodyPathOf(served, field))
      .filter((keys) => keys !== undefined),
    rowSampling: rowSamplingOf(served, inputsPath),
    places: placesOfRecord(binding["row"]),
    isNamedInBody: isInBody("jobId") || isInBody("format"),
    jobIdOf: compileJobId(served),
    formatOf: compileField(served, "format"),
    fieldsOf: compileRequestMap(served),
    wireName: (field) => wireNameOf(served, field),
    response,
    headers: binding["headers"] ?? {},
    reads: namesIn(response),
    resultsFile: resultsFiles(response, lineWordsOf(document)),
    targetOf: compileTarget(withFirstWords(path, words), served),
    sandboxOf: "sandbox" in requestMapOf(served) ? compileField(served, "sandbox") : undefined,
    match: compilePath(path, words),
  };
}

/** Reads the ID of the job in a request, or of the job that writes the requested file. */
function compileJobId(served: PlacedOperation): RequestReader {
  if (!("fileId" in requestMapOf(served))) return compileField(served, "jobId");
  const outputs = fileRulesOf(served.document)?.outputs ?? [];
  const fileIdOf = compileField(served, "fileId");
  return (request) => outputFileOf(outputs, String(fileIdOf(request)))?.jobId;
}

/** The address that a variable in an operation's (or its path's) `servers` names. */
function serverOf(operation: JsonObject, item: JsonObject): ServerName {
  const isOn = (variable: string): boolean =>
    asObjects(operation["servers"] ?? item["servers"]).some((server) =>
      String(server["url"]).startsWith(`{${variable}}`),
    );
  if (isOn("origin")) return "origin";
  return isOn("deployment_url") ? "deployment" : "base";
}

/** Whether a path is one of the simulator's own pages, which are never recorded or faulted. */
export function isAtOrigin(item: JsonObject): boolean {
  return serverOf({}, item) === "origin";
}

/** The allowed words for each path parameter with an `enum`; paths with other words don't match. */
type WordsInPath = ReadonlyMap<string, readonly string[]>;

function wordsInPath(served: PlacedOperation): WordsInPath {
  const found = parametersIn("path", served).flatMap(({ name, schema }): [string, string[]][] => {
    const { enum: words } = asObject(resolveRef(served.document, schema));
    return Array.isArray(words) && words.length > 0 ? [[String(name), words.map(String)]] : [];
  });
  return new Map(found);
}

/** Replaces each path parameter that has allowed words with the first of them. */
function withFirstWords(template: string, words: WordsInPath): string {
  return template.replace(PARAMETER, (whole, name: string) => words.get(name)?.[0] ?? whole);
}

const PARAMETER = /\{([^{}]+)\}/g;

/** Compiles a path with parameters in braces. Invalid percent-encoding is taken literally. */
export function compilePath(template: string, words: WordsInPath = new Map()): Operation["match"] {
  const names = namesInPath(template);
  if (names.length === 0) return (path) => (path === template ? {} : undefined);
  // Every second part is a parameter's name.
  const parts = template.split(PARAMETER).map((part, index) => {
    if (index % 2 === 0) return literally(part);
    return `(${words.get(part)?.map(literally).join("|") ?? "[^/]+"})`;
  });
  const pattern = new RegExp(`^${parts.join("")}$`);
  return (path) => {
    const found = pattern.exec(path);
    if (found === null) return undefined;
    const parameters: Record<string, string> = {};
    for (const [i, name] of names.entries()) parameters[name] = percentDecoded(found[i + 1] ?? "");
    return parameters;
  };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
