import type { Assumptions } from "../core/assumption.ts";
import { cacheOf } from "../core/cache-of.ts";
import { canonicalJson, type JsonObject, type JsonValue, mapValues } from "../core/json.ts";
import type { Model, ReasoningShape } from "../core/model.ts";
import { once, oncePer } from "../core/once-per.ts";
import type { ServiceRules } from "../core/service-rules.ts";
import { assumptionsOf, effectiveValues } from "./assumptions-of.ts";
import { contentTypeOf, describeError, errorsOf } from "./derive-responses.ts";
import { asObject, asObjects, headersIn, operationsOf } from "./document-place.ts";
import { fileRulesOf, keptFields, webhookRulesOf } from "./document-rules.ts";
import { DEFAULT_DOCUMENTS, effectiveDocument, type ModelChanges } from "./effective.ts";
import { rowLinesOf } from "./line-pieces.ts";
import { compileOperations, type Operation } from "./operation.ts";
import { targetPlaces } from "./request-map.ts";
import { createRowProblem } from "./row-sampling.ts";
import { withLiveServers } from "./servers.ts";
import { compileTemplate } from "./template/template.ts";
import { type StateNames, stateNamesOf } from "./template/wire-context.ts";

/** The header that contains the key, and the word before the key, such as `Bearer`. */
export type KeyScheme = { readonly header: string; readonly scheme: string };

/** A compiled spec: everything that the simulator knows about the service. */
export type Spec = Readonly<ReturnType<typeof compileSpec>>;

type Specs = (given: Assumptions, models?: ModelChanges) => Spec;

/** Maximum number of specs to cache per base document; servers also keep the specs in use. */
const MOST_KEPT = 16;

/** Returns a base document's `Specs`, which cache specs for all servers of this process. */
export const createSpecs: (base: JsonObject) => Specs = oncePer((base) => {
  const cached = cacheOf<Spec>(MOST_KEPT);
  const registry = assumptionsOf(base);
  const defaultKey = canonicalJson({ values: effectiveValues(registry, {}), models: {} });
  return (given, models = {}) => {
    const values = effectiveValues(registry, given);
    const key = canonicalJson({ values, models });
    const effective = (): JsonObject =>
      (key === defaultKey ? DEFAULT_DOCUMENTS.get(base)?.() : undefined) ??
      effectiveDocument(base, values, models);
    return cached(key, () => compileSpec(effective(), values));
  };
});

function compileSpec(document: JsonObject, assumptions: Assumptions) {
  const operations = compileOperations(document);
  const keySchemes = keySchemesOf(document);
  return {
    ...compileRules(document, assumptions, operations),
    ...stateNamesOf(document),
    webhooks: webhookRulesOf(document),
    document,
    /** Operations whose sandbox is identified by the URL instead of a key. */
    signedOperations: operations.filter(({ sandboxOf }) => sandboxOf !== undefined),
    /** Names of the query parameters that contain signatures. */
    signatureNames: operationsOf(document)
      .flatMap(targetPlaces)
      .flatMap(({ field, keys }) => (field === "signature" ? keys.slice(0, 1) : [])),
    operations,
    /** The recommended form of the key. */
    keyScheme: keySchemes[0],
    /** All accepted forms of the key, in order of preference. */
    keySchemes,
    /** Template for the headers of every response; undefined if there are none. */
    headers:
      document["x-headers"] === undefined ? undefined : compileTemplate(document["x-headers"]),
    /** The service's word for a job. */
    noun: String(document["x-noun"] ?? "job"),
    /** Environment variables that the service's SDKs read, with the values to set them to. */
    environment: asObject(document["x-environment"]) as Environment,
    /** Returns the parts of an error response. Throws a RangeError for an unknown code. */
    errorShape: compileErrors(document),
  };
}

type Environment = Readonly<Record<string, "base_url" | "deployment_url" | "api_key">>;

function compileRules(
  document: JsonObject,
  assumptions: Assumptions,
  operations: readonly Operation[],
): Omit<ServiceRules, "webhooks" | keyof StateNames> {
  const states = asObject(document["x-states"]);
  return {
    documentAt: (urls) => withLiveServers(document, urls),
    pathOf: (use) => operations.find((operation) => operation.use === use)?.path,
    rowLines: rowLinesOf(document),
    resultsFile: (use, request) => boundTo(operations, use).resultsFile(request),
    urlOf: (use, fields, { baseUrl, deploymentUrl }) => {
      const { server, targetOf } = boundTo(operations, use);
      return (server === "deployment" ? deploymentUrl : baseUrl) + targetOf(fields);
    },
    assumptions,
    // The spec has been checked, so these values match their types.
    models: document["x-models"] as unknown as readonly [Model, ...Model[]],
    quotas: asObjects(document["x-quotas"]),
    reasoning: document["x-reasoning"] as unknown as ReasoningShape,
    hasState: (state) => typeof states[state] === "string",
    rowProblem: rowProblemOf(document, (row) => row["check"]),
    lineProblem: rowProblemOf(document, (row) => asObject(row["checks"])["schema"]),
    places: operations.find(({ use }) => use === "createJob")?.places,
    keep: keptFields(document),
    files: fileRulesOf(document),
    purposeField:
      operations.find(({ use }) => use === "createFile")?.wireName("purpose") ?? "purpose",
  };
}

/** The operation bound to a use case. Throws a RangeError if there is none. */
function boundTo(operations: readonly Operation[], use: string): Operation {
  const found = operations.find((operation) => operation.use === use);
  if (found === undefined) throw new RangeError(`Expected an operation bound to \`${use}\`.`);
  return found;
}

function rowProblemOf(
  document: JsonObject,
  schemaOf: (row: JsonObject) => JsonValue | undefined,
): ServiceRules["rowProblem"] {
  const rows = operationsOf(document).map(({ binding }) =>
    asObject(schemaOf(asObject(binding["row"]))),
  );
  const schema = rows.find((check) => Object.keys(check).length > 0);
  return schema && once(() => createRowProblem(document, schema));
}

function keySchemesOf(document: JsonObject): readonly [KeyScheme, ...KeyScheme[]] {
  const schemes = asObject(asObject(document["components"])["securitySchemes"]);
  const names = asObjects(document["security"]).flatMap(Object.keys);
  const [first, ...others] = names.map((name) => keySchemeOf(asObject(schemes[name])));
  return [first ?? { header: "authorization", scheme: "Bearer" }, ...others];
}

function keySchemeOf(scheme: JsonObject): KeyScheme {
  if (scheme["type"] === "http") return { header: "authorization", scheme: "Bearer" };
  return {
    header: String(scheme["name"]).toLowerCase(),
    scheme: String(asObject(scheme["x-batch-sim"])["scheme"] ?? ""),
  };
}

function compileErrors(document: JsonObject): (code: string) => ErrorShape {
  const shapes = mapValues(errorsOf(document), (entry, code) =>
    once(() => compileError(document, code, asObject(entry))),
  );
  return (code) => {
    const shape = shapes[code];
    if (shape === undefined)
      throw new RangeError(`Expected \`x-errors\` to have the error \`${code}\`.`);
    return shape();
  };
}

type ErrorShape = Readonly<ReturnType<typeof compileError>>;

function compileError(document: JsonObject, code: string, entry: JsonObject) {
  return {
    status: Number(entry["status"]),
    contentType: contentTypeOf(entry),
    /** One or more sentences; the error's code if the document doesn't describe the error. */
    description: describeError(document, code).description || String(entry["description"] ?? code),
    /** Keyed by lowercase name. */
    headers: headersIn(entry["headers"]),
    body: compileTemplate(entry["body"] ?? {}),
  };
}

/** The API key's header and its format, such as `Authorization: Key <API_KEY>`. */
export function keyFormOf({ header, scheme }: KeyScheme): string {
  const key = scheme === "" ? "<API_KEY>" : `${scheme} <API_KEY>`;
  return `${canonicalName(header)}: ${key}`;
}

/** A header's name in its usual spelling, such as `X-Api-Key`. */
export function canonicalName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
