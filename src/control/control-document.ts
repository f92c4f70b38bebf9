import type { JsonObject, JsonValue } from "../core/json.ts";
import { faultRuleJsonSchema } from "../scenario/grammar/fault-rule-grammar.ts";
import type { SpecVocabulary } from "../scenario/parse-options.ts";
import { asObject, asStrings } from "../spec/document-place.ts";
import {
  CONTROL_PATH,
  type ControlSchemas,
  EVENTS_PATH,
  LIVE_PATH,
  METRICS_PATH,
  READY_PATH,
  SANDBOX_HEADER,
  TOKEN_HEADER,
} from "./control-path.ts";
import { CONTROL_ROUTES, CONTROL_VERBS, type NamedRoute } from "./control-verbs.ts";
import * as kit from "./grammar-kit.ts";
import type { VerbRoute } from "./verb.ts";

/** The control API's OpenAPI document, derived from its verbs, with the spec's names. */
export function controlDocument(
  version: string,
  vocabulary: SpecVocabulary,
  schemas: ControlSchemas,
): JsonObject {
  const paths: { [path: string]: JsonObject } = {};
  for (const route of CONTROL_ROUTES) {
    const path = CONTROL_PATH + route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  paths[EVENTS_PATH] = { get: EVENTS_OPERATION };
  Object.assign(paths, probePaths(schemas));
  return {
    openapi: "3.1.1",
    info: {
      title: "batch-sim control API",
      version,
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Controls and inspects the simulator. Each request acts on its API key's sandbox, or on the one that it names; none is faulted or recorded in a journal.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: { Problem: schemas.ProblemDetails, ...faultSchemas(vocabulary) },
    },
  };
}

/** The schema of a fault rule, to which `addFaults` refers, and those of its parts. */
function faultSchemas(vocabulary: SpecVocabulary): JsonObject {
  const text = JSON.stringify(faultRuleJsonSchema(vocabulary));
  const { $defs, ...rule } = JSON.parse(
    text.replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as JsonObject;
  return { FaultRule: rule, ...asObject($defs) };
}

const SECURITY: JsonObject = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`Key <API_KEY>`: the key of the sandbox, as the client under test sends it.",
  },
  SandboxName: {
    type: "apiKey",
    in: "header",
    name: SANDBOX_HEADER,
    description: "The name of the sandbox, instead of its key.",
  },
  ControlToken: {
    type: "apiKey",
    in: "header",
    name: TOKEN_HEADER,
    description: "Required if the simulator was started with a control token.",
  },
};

const FAILURE: JsonObject = {
  description: "The request is invalid, or can't be fulfilled now.",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

const EVENTS_OPERATION: JsonObject = {
  operationId: "streamEvents",
  summary: "Stream what changes in the sandbox, as Server-Sent Events",
  description:
    "An event named `change` has `kind` (`job`, `exchange`, `fault`, `clock`, `scenario`, or `journal-cleared`) and the `jobId`, `id`, or `rule` that changed. An event named `open` comes first, and again after a reset or if events were missed: read everything again. A stream that resumes with `Last-Event-ID` continues without it. An idle stream sends a comment every 3 seconds.",
  security: securityOf({}),
  parameters: [
    {
      name: "last-event-id",
      in: "header",
      required: false,
      schema: { type: "string", description: "ID of the last event that the reader has seen." },
    },
  ],
  responses: {
    "200": textResponse("text/event-stream"),
    default: FAILURE,
  },
};

/** Questions that an operator may ask a process, whether or not it leads. */
function probePaths({ ProbeStatus: schema }: ControlSchemas): {
  readonly [path: string]: JsonObject;
} {
  const statusResponse = (description: string): JsonObject => {
    return { description, content: { "application/json": { schema } } };
  };
  return {
    [LIVE_PATH]: probe("probeLiveness", "Check that this process is alive", {
      "200": statusResponse("It is."),
    }),
    [READY_PATH]: probe(
      "probeReadiness",
      "Check that this process can respond to requests, or forward them",
      {
        "200": statusResponse("It can."),
        "503": statusResponse("It can't; `problem` says why."),
      },
    ),
    [METRICS_PATH]: probe(
      "readMetrics",
      "Read this process's metrics, in the text format of Prometheus",
      { "200": textResponse("text/plain"), default: FAILURE },
      { isOfServer: true },
    ),
  };
}

function probe(
  operationId: string,
  summary: string,
  responses: JsonObject,
  access: Parameters<typeof securityOf>[0] = { isPublic: true },
): JsonObject {
  const security = securityOf(access);
  return { get: { operationId, summary, security, parameters: [], responses } };
}

function textResponse(contentType: string): JsonObject {
  return { description: "Done.", content: { [contentType]: { schema: { type: "string" } } } };
}

function operationOf({ name, path }: NamedRoute, { responses }: ControlSchemas): JsonObject {
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
    responses: { ...successOf(responses[name]), default: FAILURE },
  };
}

/** The token is needed only if the simulator was started with one. */
function securityOf({
  isOfServer,
  isPublic,
}: Pick<VerbRoute, "isOfServer" | "isPublic">): JsonObject[] {
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
  if (body !== "json") {
    return { required: true, ...contentOf(body, asObject(schema["properties"])) };
  }
  const properties = Object.entries(asObject(schema["properties"])).filter(
    ([name]) => !inPath.includes(name),
  );
  const required = asStrings(schema["required"]).filter((name) => !inPath.includes(name));
  const own: JsonObject = { ...schema, properties: Object.fromEntries(properties), required };
  return { required: required.length > 0, content: { "application/json": { schema: own } } };
}

function contentOf(
  body: { readonly bytesOf: string } | { readonly textOf: string },
  properties: JsonObject,
): JsonObject {
  const isText = "textOf" in body;
  const { description = "" } = asObject(properties[isText ? body.textOf : body.bytesOf]);
  const type = isText ? "application/yaml" : "application/octet-stream";
  return { description, content: { [type]: isText ? { schema: { type: "string" } } : {} } };
}
