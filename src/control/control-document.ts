import { z } from "zod";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { asObject, asStrings } from "../spec/place.ts";
import { ANSWER_GRAMMAR } from "./answer-grammar.ts";
import { ARGUMENT_GRAMMAR } from "./argument-grammar.ts";
import { CONTROL_PATH, CONTROL_ROUTES, type ControlRoute, TOKEN_HEADER } from "./routes.ts";
import type { VerbName } from "./verb.ts";

/** The OpenAPI document of the control API, made from its table of routes and the grammars of what goes in and out. */
export function controlDocument(version: string): JsonObject {
  const paths: { [path: string]: JsonObject } = {};
  for (const [name, route] of Object.entries(CONTROL_ROUTES)) {
    const path = CONTROL_PATH + route.path;
    const operation = { [route.method.toLowerCase()]: operationOf(name as VerbName, route) };
    paths[path] = { ...paths[path], ...operation };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "batch-sim control API",
      version,
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Steers and questions the simulator. Each request acts on the sandbox of the API key that it carries; none is faulted, and none is in a journal.",
    },
    servers: [{ url: "/" }],
    paths,
    components: { securitySchemes: SECURITY, schemas: { Problem: PROBLEM } },
  };
}

const SECURITY: JsonObject = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description:
      "`Key <API_KEY>`: the key of the sandbox that is meant, as the client under test sends it.",
  },
  ControlToken: {
    type: "apiKey",
    in: "header",
    name: TOKEN_HEADER,
    description: "Where the simulator was started with a control token.",
  },
};

const PROBLEM: JsonObject = {
  type: "object",
  required: ["type", "title", "status", "detail", "code"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "What is wrong, and what to do." },
    code: { type: "string", description: "`SIM_…`." },
    issues: {
      type: "array",
      description: "Each problem, with its place where it has one.",
      items: {
        type: "object",
        required: ["message"],
        properties: {
          file: { type: "string" },
          line: { type: "integer" },
          column: { type: "integer" },
          path: { type: "string" },
          message: { type: "string" },
        },
      },
    },
  },
};

function operationOf(name: VerbName, route: ControlRoute): JsonObject {
  const schema = jsonSchemaOf(ARGUMENT_GRAMMAR[name], "input");
  const body = bodyOf(route, schema);
  return {
    operationId: name,
    summary: route.summary,
    security: securityOf(route),
    parameters: parametersOf(route, schema),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...successOf(name),
      default: {
        description: "It can't be done.",
        content: {
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        },
      },
    },
  };
}

/** A token is asked for only where the simulator was started with one. */
function securityOf({ isOfServer, isPublic }: ControlRoute): JsonObject[] {
  if (isPublic) return [{}];
  const key: JsonObject = isOfServer ? {} : { ApiKey: [] };
  return [key, { ...key, ControlToken: [] }];
}

function successOf(name: VerbName): JsonObject {
  const answer = ANSWER_GRAMMAR[name];
  if (answer === undefined) return { "204": { description: "Done." } };
  const schema = jsonSchemaOf(answer, "output");
  return { "200": { description: "Done.", content: { "application/json": { schema } } } };
}

function parametersOf({ path, query = {} }: ControlRoute, schema: JsonObject): JsonObject[] {
  const properties = asObject(schema["properties"]);
  const inPath = namesInPath(path).map((name) => parameterOf(name, "path", properties[name]));
  const inQuery = Object.keys(query).map((name) => parameterOf(name, "query", properties[name]));
  return [...inPath, ...inQuery];
}

function parameterOf(name: string, place: "path" | "query", schema: JsonValue = {}): JsonObject {
  return { name, in: place, required: place === "path", schema };
}

function namesInPath(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function bodyOf({ path, body }: ControlRoute, schema: JsonObject): JsonObject | undefined {
  if (body === undefined) return undefined;
  if (body !== "json") {
    const isText = "textOf" in body;
    const type = isText ? "application/yaml" : "application/octet-stream";
    return { required: true, content: { [type]: isText ? { schema: { type: "string" } } : {} } };
  }
  const elsewhere = namesInPath(path);
  const properties = Object.entries(asObject(schema["properties"])).filter(
    ([name]) => !elsewhere.includes(name),
  );
  const required = asStrings(schema["required"]).filter((name) => !elsewhere.includes(name));
  const own: JsonObject = { ...schema, properties: Object.fromEntries(properties), required };
  return { required: required.length > 0, content: { "application/json": { schema: own } } };
}

function jsonSchemaOf(grammar: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(grammar, {
    io,
    unrepresentable: "any",
    reused: "inline",
  });
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}
