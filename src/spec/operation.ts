import { outputFileOf } from "../core/file-rules.ts";
import type { JsonObject } from "../core/json.ts";
import { once } from "../core/once-per.ts";
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
import { fileRulesOf } from "./document-rules.ts";
import { lineWordsOf } from "./line-pieces.ts";
import { placesOfRecord } from "./record-places.ts";
import {
  bodyPathOf,
  compileField,
  compileRequestMap,
  compileTarget,
  type RequestReader,
  requestMapOf,
  wireNameOf,
} from "./request-map.ts";
import { parametersIn } from "./request-place.ts";
import { resultsFiles } from "./results-file.ts";
import { rowSamplingOf } from "./row-sampling.ts";
import { compileTemplate, namesIn } from "./template/template.ts";

/** One of the interface document's two addresses, or the simulator's root. */
export type ServerName = "base" | "deployment" | "origin";

export type Operation = Readonly<ReturnType<typeof compileOperation>>;

/**
 * A spec's operations, in the order in which to match paths: fewer path parameters first, so that
 * concrete paths precede templates (OpenAPI 3.1, 4.8.8.1), and then document order. Throws a
 * RangeError if an operation is not bound to a use case.
 */
export function compileOperations(document: JsonObject): readonly Operation[] {
  return operationsOf(document)
    .sort((a, b) => namesInPath(a.path).length - namesInPath(b.path).length)
    .map(compileOperation);
}

function compileOperation(served: PlacedOperation) {
  const { document, path, method, item, operation, binding } = served;
  const { use } = binding;
  if (typeof use !== "string")
    throw new RangeError(
      `Expected ${method.toUpperCase()} ${path} to name its use case in \`x-batch-sim.use\`.`,
    );
  const security = operation["security"] ?? document["security"];
  const words = wordsInPath(served);
  // For a path parameter with an `enum`, uses the first allowed word.
  const target = path.replace(PARAMETER, (whole, name: string) => words.get(name)?.[0] ?? whole);
  return {
    served,
    operationId: String(operation["operationId"]),
    use,
    method: method.toUpperCase(),
    /** The path as written in the spec, such as `/jobs/{job_id}/results`. */
    path,
    server: serverOf(operation, item),
    isSecured: requiresKey(security),
    /** Whether the operation accepts a key, even an optional one. */
    takesKey: asObjects(security).length > 0,
    /** Returns the path and query of a request that sets the given fields of the use case. */
    targetOf: compileTarget(target, served),
    /** Returns a path's parameters if it matches this operation; otherwise undefined. */
    match: compilePath(path, words),
    ...compileRequest(served),
    ...compileResponse(served),
  };
}

function compileRequest(served: PlacedOperation) {
  const { document, operation, binding } = served;
  const body = asObject(resolveRef(document, operation["requestBody"]));
  const namesOf = (parameters: readonly JsonObject[]): string[] =>
    parameters.map(({ name }) => String(name));
  const query = parametersIn("query", served);
  const inputsPath = bodyPathOf(served, "inputs");
  const isInBody = (field: string): boolean => bodyPathOf(served, field) !== undefined;
  const content = asObject(body["content"]);
  const media = asObject(Object.values(content)[0]);
  const [example] = asObjects(Object.values(asObject(media["examples"])));
  return {
    contentTypes: Object.keys(content),
    /** The spec's first example of a body; undefined if there is none. */
    example: example?.["value"] ?? media["example"],
    queryNames: namesOf(query),
    headerNames: namesOf(parametersIn("header", served)).map((name) => name.toLowerCase()),
    booleanQueryNames: namesOf(
      query.filter(({ schema }) => asObject(resolveRef(document, schema))["type"] === "boolean"),
    ),
    /** Location of a new job's inputs in the body, as a list of keys; the inputs are streamed. */
    inputsPath,
    /** Locations of the IDs in the body, each as a list of keys. The length of IDs is limited. */
    idPaths: ["modelId", "datasetId", "jobId"]
      .map((field) => bodyPathOf(served, field))
      .filter((keys) => keys !== undefined),
    /** Returns how to sample the inputs for validation; the first call compiles their schema. */
    rowSampling: rowSamplingOf(served, inputsPath),
    /** For inputs that are not strings: the locations of their parts, if the spec has any. */
    places: placesOfRecord(binding["row"]),
    /** Whether the body may contain the job's ID or the results format; if so, it is read early. */
    isNamedInBody: isInBody("jobId") || isInBody("format"),
    /** Reads only the job's ID; returns undefined if the operation doesn't act on one job. */
    jobIdOf: compileJobId(served),
    /** Reads only the field `format`; returns undefined if the operation doesn't serve results. */
    formatOf: compileField(served, "format"),
    fieldsOf: compileRequestMap(served),
    /** The wire name of a use case's field (keys joined by dots), or else the field's own name. */
    wireName: (field: string, index?: number) => wireNameOf(served, field, index),
    /** Reads the signing sandbox's name from the URL; undefined if URLs aren't signed. */
    sandboxOf: "sandbox" in requestMapOf(served) ? compileField(served, "sandbox") : undefined,
  };
}

function compileResponse(served: PlacedOperation) {
  const { binding, document } = served;
  const { headers } = binding;
  const response = binding["response"] ?? {};
  return {
    successStatus: Number(successStatusOf(served)),
    /** The binding's `response`: a template, or the description of a streamed body. */
    response,
    /** Returns the template for `response`; compiled on the first call. */
    template: once(() => compileTemplate(response)),
    /** Returns the template for the success response's headers; undefined if there are none. */
    headerTemplate: headers === undefined ? undefined : once(() => compileTemplate(headers)),
    reads: namesIn(response),
    resultsFile: resultsFiles(response, lineWordsOf(document)),
  };
}

/** Makes a function that reads a request's job ID, or derives it from the requested file's ID. */
function compileJobId(served: PlacedOperation): RequestReader {
  if (!("fileId" in requestMapOf(served))) return compileField(served, "jobId");
  const outputs = fileRulesOf(served.document)?.outputs ?? [];
  const fileIdOf = compileField(served, "fileId");
  return (request) => outputFileOf(outputs, String(fileIdOf(request)))?.jobId;
}

/** The address whose variable, such as `{origin}`, begins one of the operation's server URLs. */
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

const PARAMETER = /\{([^{}]+)\}/g;

/** Compiles a path with parameters in braces. Invalid percent-encoding is taken literally. */
export function compilePath(
  template: string,
  words: WordsInPath = new Map(),
): (path: string) => Readonly<Record<string, string>> | undefined {
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
