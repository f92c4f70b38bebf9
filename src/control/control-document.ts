import type { JsonObject, JsonValue } from "../core/json.ts";
import { faultRuleJsonSchema } from "../scenario/grammar/fault-rule-grammar.ts";
import type { SpecVocabulary } from "../scenario/parse-options.ts";
import { asObject, asStrings } from "../spec/document-place.ts";
import { CONTROL_PATH, type ControlSchemas } from "./control-path.ts";
import { CONTROL_ROUTES, CONTROL_VERBS, type NamedRoute } from "./control-verbs.ts";
import * as kit from "./grammar-kit.ts";
import type { VerbRoute } from "./verb.ts";

/** Adds the verbs to `schemas.document`, which is made from `data/control-api.yaml`. */
export function controlDocument(
  version: string,
  vocabulary: SpecVocabulary,
  { document, responses }: ControlSchemas,
): JsonObject {
  const paths: { [path: string]: JsonObject } = {};
  for (const route of CONTROL_ROUTES) {
    const path = CONTROL_PATH + route.path;
    const operation = operationOf(route, responses[route.name]);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const components = asObject(document["components"]);
  const schemas = { ...asObject(components["schemas"]), ...faultSchemas(vocabulary) };
  return {
    ...document,
    info: { ...asObject(document["info"]), version },
    paths: { ...paths, ...asObject(document["paths"]) },
    components: { ...components, schemas },
  };
}

function faultSchemas(vocabulary: SpecVocabulary): JsonObject {
  const text = JSON.stringify(faultRuleJsonSchema(vocabulary));
  const { $defs, ...rule } = JSON.parse(
    text.replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as JsonObject;
  return { FaultRule: rule, ...asObject($defs) };
}

const FAILURE: JsonObject = {
  description: "The request is invalid, or can't be fulfilled now.",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

function operationOf({ name, path }: NamedRoute, response: JsonObject | undefined): JsonObject {
  const verb = CONTROL_VERBS[name];
  const schema = kit.jsonSchemaOf(verb.arguments?.(kit) ?? kit.noArguments);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, argument = ""]) => argument);
  const body = bodyOf(verb, schema, inPath);
  return {
    operationId: name,
    summary: verb.summary,
    security: securityOf(verb),
    parameters: parametersOf(verb, schema, inPath),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...successOf(response), default: FAILURE },
  };
}

/** The token is needed only if the simulator was started with one. */
function securityOf({ isOfServer, isPublic }: VerbRoute): JsonObject[] {
  if (isPublic) return [{}];
  const keys: JsonObject[] = [
    ...(isOfServer === true ? [] : [{ ApiKey: [] }, { SandboxName: [] }]),
    ...(isOfServer === undefined ? [] : [{}]),
  ];
  return keys.flatMap((key) => [key, { ...key, ControlToken: [] }]);
}

function successOf(schema: JsonObject | undefined): JsonObject {
  if (schema === undefined) return { "204": { description: "Done." } };
  return { "200": { description: "Done.", content: { "application/json": { schema } } } };
}

function parametersOf(
  { query = [], body }: VerbRoute,
  schema: JsonObject,
  inPath: readonly string[],
): JsonObject[] {
  const properties = asObject(schema["properties"]);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const inQuery = body === undefined ? others : query;
  return [
    ...inPath.map((name) => parameterOf(name, "path", properties[name])),
    ...inQuery.map((name) => parameterOf(name, "query", properties[name])),
  ];
}

function parameterOf(name: string, place: "path" | "query", schema: JsonValue = {}): JsonObject {
  return { name, in: place, required: place === "path", schema };
}

function bodyOf(
  { body }: VerbRoute,
  schema: JsonObject,
  inPath: readonly string[],
): JsonObject | undefined {
  if (body === undefined) return undefined;
  const properties = asObject(schema["properties"]);
  if (body === "json") {
    const isOwn = (name: string): boolean => !inPath.includes(name);
    const own = Object.entries(properties).filter(([name]) => isOwn(name));
    const required = asStrings(schema["required"]).filter(isOwn);
    const json: JsonObject = { ...schema, properties: Object.fromEntries(own), required };
    return { required: required.length > 0, content: { "application/json": { schema: json } } };
  }
  const isText = "textOf" in body;
  const { description = "" } = asObject(properties[isText ? body.textOf : body.bytesOf]);
  const type = isText ? "application/yaml" : "application/octet-stream";
  const content = { [type]: isText ? { schema: { type: "string" } } : {} };
  return { required: true, description, content };
}
