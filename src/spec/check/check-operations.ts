import { canonicalJson, type JsonObject } from "../../core/json.ts";
import { listed, nearest, suggestion } from "../../core/nearest.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";
import { within } from "../../yaml/data-path.ts";
import { assumptionsOf, effectiveValues } from "../assumptions-of.ts";
import { derivedErrors, successStatuses } from "../derive-responses.ts";
import {
  asObject,
  asObjects,
  asStrings,
  findPlaceOf,
  namesInPath,
  operationsOf,
  type PlacedOperation,
  requiresKey,
  resolveRef,
  sameOperationIn,
} from "../document-place.ts";
import { requestMapOf } from "../request-map.ts";
import { parametersIn, parametersOf } from "../request-place.ts";
import { ROW } from "./check-files.ts";
import { checkRequestMap, checkRowPlaces, checkSignedUrls } from "./check-request-map.ts";
import { type DocumentProblem, expected, problemIf, type UseCases, unknownKeys } from "./found.ts";

export function checkOperations(
  base: JsonObject,
  document: JsonObject,
  needs: UseCases,
): DocumentProblem[] {
  const served = operationsOf(document);
  if (served.length === 0)
    return [{ path: ["paths"], message: "Expected at least one operation, got none." }];
  return [
    ...namesakes([...served, ...operationsOf(document, "webhooks")]),
    ...served.flatMap((operation) => [
      ...pathProblems(operation),
      ...bindingProblems(base, operation, needs),
      ...writtenErrors(base, operation),
    ]),
  ];
}

/** Rejects duplicate operation IDs, and paths that differ only in their parameters' names. */
function namesakes(operations: readonly PlacedOperation[]): DocumentProblem[] {
  const ids = new Map<unknown, string>();
  const shapes = new Map<string, string>();
  return operations.flatMap(({ path, method, operation: { operationId }, at }) => {
    const where = `${method.toUpperCase()} ${path}`;
    const shape = `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
    const sameId = ids.get(operationId);
    const samePath = at[0] === "paths" ? shapes.get(shape) : undefined;
    if (operationId !== undefined) ids.set(operationId, where);
    shapes.set(shape, where);
    const usedId = `Expected a unique \`operationId\`, got \`${operationId}\`, which ${sameId} already has. Give one of the two operations a different \`operationId\` (it defaults to \`x-batch-sim.use\`).`;
    const usedPath = `Expected a unique path, got \`${path}\`, which matches the same requests as ${samePath}.`;
    return [
      ...problemIf(sameId !== undefined, [...at, "operationId"], usedId),
      ...problemIf(samePath !== undefined, at, usedPath),
    ];
  });
}

/**
 * Rejects declared parameters that are missing from the path, because they would never get a value,
 * and undeclared parameters in the path that look misspelled.
 */
function pathProblems(served: PlacedOperation): DocumentProblem[] {
  const { document, path, item, operation, at } = served;
  const inPath = namesInPath(path);
  const declared = [
    ...within(["paths", path, "parameters"], strayParameters(document, item, inPath)),
    ...within([...at, "parameters"], strayParameters(document, operation, inPath)),
  ];
  const misspelled = undeclaredInPath(served).flatMap(({ name, meant }) =>
    problemIf(
      meant !== undefined,
      at,
      `Expected the parameter \`${name}\` to be declared in \`parameters\` or \`components.parameters\`. Did you mean \`${meant}\`?`,
    ),
  );
  return [...declared, ...misspelled];
}

/**
 * The undeclared parameters in an operation's path. By default, each is declared like the parameter
 * of that name in `components.parameters`, or as a string. If a name looks misspelled, `meant` is
 * the name in `components.parameters` that was probably meant, and nothing is declared.
 */
export function undeclaredInPath(
  served: PlacedOperation,
): readonly { readonly name: string; readonly implied?: JsonObject; readonly meant?: string }[] {
  const { document, path } = served;
  const inPath = namesInPath(path);
  const declared = parametersIn("path", served).map(({ name }) => String(name));
  const shared = Object.entries(asObject(asObject(document["components"])["parameters"]))
    .map(([key, given]) => ({ key, parameter: asObject(resolveRef(document, given)) }))
    .filter(({ parameter }) => parameter["in"] === "path")
    .map(({ key, parameter }) => ({ key, name: String(parameter["name"]) }));
  const others = shared.map(({ name }) => name).filter((name) => !inPath.includes(name));
  const missing = inPath.filter((name) => !declared.includes(name));
  return missing.map((name) => {
    const [only, ...more] = shared.filter((parameter) => parameter.name === name);
    if (only !== undefined && more.length === 0)
      return { name, implied: { $ref: `#/components/parameters/${only.key}` } };
    const meant = only === undefined ? nearest(name, others) : undefined;
    if (meant !== undefined) return { name, meant };
    return { name, implied: { name, in: "path", required: true, schema: { type: "string" } } };
  });
}

function strayParameters(
  document: JsonObject,
  { parameters }: JsonObject,
  inPath: readonly string[],
): DocumentProblem[] {
  return asObjects(parameters).flatMap((given, index) => {
    const parameter = asObject(resolveRef(document, given));
    const { name } = parameter;
    if (parameter["in"] !== "path" || inPath.includes(String(name))) return [];
    const hint = suggestion(name, inPath, `Parameters in the path: ${listed(inPath) || "none"}.`);
    const message = `Expected the name of a parameter in the path, got \`${String(name)}\`.${hint}`;
    return [{ path: [index], message }];
  });
}

const BINDING_KEYS = [
  ...["use", "request", "row", "lines", "keep", "status", "response", "headers", "errors"],
];

function bindingProblems(
  base: JsonObject,
  served: PlacedOperation,
  needs: UseCases,
): DocumentProblem[] {
  const { binding } = served;
  const at = [...served.at, "x-batch-sim"];
  const { use } = binding;
  const need = Object.hasOwn(needs, String(use)) ? needs[String(use)] : undefined;
  if (need === undefined) {
    const names = Object.keys(needs);
    const hint = suggestion(use, names, `Use cases: ${names.join(", ")}.`);
    const form = "`x-batch-sim.use` to name a use case";
    return expected(form, use, [...at, "use"], hint);
  }
  const before = findPlaceOf(base, String(served.operation["operationId"]));
  // An unchanged mapping isn't checked: an overlay may intentionally remove a field's source.
  const isSame =
    before !== undefined &&
    namesInPath(before.path).every((name) => namesInPath(served.path).includes(name)) &&
    canonicalJson(requestMapOf(before)) === canonicalJson(requestMapOf(served));
  const mapping = isSame ? [] : checkRequestMap(served, need.fields);
  return [
    ...within(at, unknownKeys(binding, BINDING_KEYS)),
    // Without a template, every client would receive an empty object.
    ...problemIf(
      binding["response"] === undefined,
      at,
      "Expected `x-batch-sim` to have `response`, the template for the response body, but the key is missing.",
    ),
    ...within([...at, "request"], mapping),
    ...checkSignedUrls(served, need.leadsTo, needs),
    ...within([...at, "row"], binding["row"] === undefined ? [] : ROW(binding["row"])),
    ...within([...at, "row"], checkRowPlaces(served)),
    ...statusProblems(served),
    ...errorProblems(served, need),
  ];
}

function statusProblems({ operation, binding, at }: PlacedOperation): DocumentProblem[] {
  const { status } = binding;
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) < 300;
  if (status !== undefined && !isStatus)
    return expected("a status from 200 to 299", status, [...at, "x-batch-sim", "status"]);
  return problemIf(
    successStatuses(asObject(operation["responses"])).length === 0,
    [...at, "responses"],
    "Expected a response with a status from 200 to 299, got none.",
  );
}

/** Checks that an operation declares all errors that it can send, so that clients expect them. */
function errorProblems(served: PlacedOperation, need: UseCaseNeeds): DocumentProblem[] {
  const declared = asStrings(served.binding["errors"]);
  const catalog = Object.keys(asObject(served.document["x-errors"]));
  const at = [...served.at, "x-batch-sim", "errors"];
  const missing = neededErrors(served, need).filter((code) => !declared.includes(code));
  return [
    ...declared
      .filter((code) => !catalog.includes(code))
      .map((code) => ({
        path: at,
        message: `Expected an error from \`x-errors\`, got \`${code}\`.${suggestion(code, catalog)}`,
      })),
    ...problemIf(
      missing.length > 0,
      at,
      `Expected \`errors\` to list ${listed(missing)} as well. List every error that the operation can respond with.`,
    ),
  ];
}

/** Every error that an operation can send, given its use case, security, parameters, and body. */
export function neededErrors(
  served: PlacedOperation,
  { errors, fileErrors = [] }: UseCaseNeeds,
): readonly string[] {
  const { document, operation } = served;
  const security = operation["security"] ?? document["security"];
  const hasBody = operation["requestBody"] !== undefined;
  const hasRules = hasBody || parametersOf(served).some((given) => given["in"] !== "path");
  const needed = new Set([
    ...(requiresKey(security) ? ["unauthenticated", "forbidden"] : []),
    ...(hasBody ? ["body-too-large", "unsupported-encoding"] : []),
    ...(hasRules ? ["invalid-request"] : []),
    ...errors,
    ...(document["x-files"] === undefined ? [] : fileErrors),
  ]);
  return [...needed];
}

/** Rejects an overlay's own 4xx responses, which derived responses would silently replace. */
function writtenErrors(base: JsonObject, served: PlacedOperation): DocumentProblem[] {
  const written = asObject(served.operation["responses"]);
  const before = asObject(sameOperationIn(base, served)["responses"]);
  const values = effectiveValues(assumptionsOf(served.document), {});
  const derived = derivedErrors(served, values);
  return Object.entries(written).flatMap(([status, response]) => {
    const known = [before[status], derived[status]].filter((each) => each !== undefined);
    const isKnown = known.some((each) => canonicalJson(each) === canonicalJson(response));
    const message = `Expected no response for ${status} here, because error responses are derived from \`x-errors\`. To change the response, change the error's entry in \`x-errors\`, or the response in \`components.responses\` that the entry names. List the error's code in \`x-batch-sim.errors\`.`;
    return problemIf(
      status.startsWith("4") && !isKnown,
      [...served.at, "responses", status],
      message,
    );
  });
}
