import type { JsonObject } from "../../core/json.ts";

// Written by `npm run docs` from the types.

/** JSON Schema of verify.json. */
export const VERIFY_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://unpkg.com/batch-sim/dist/verify.schema.json",
  title: "batch-sim verification",
  description: "What `batch-sim verify` found out.",
  type: "object",
  properties: {
    format: { const: 1, description: "Version of the report's format." },
    version: { type: "string", description: "Version of batch-sim." },
    against: { type: "string", description: "The service's base URL, or the trace's file." },
    requests: {
      type: "object",
      additionalProperties: { type: "integer", minimum: 0 },
      description: "Numbers of requests to the service, by operation.",
    },
    problem: {
      type: "string",
      description: "Why the service could not be compared, or not as a whole.",
    },
    differences: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          class: { enum: ["contradicts", "answers", "undocumented", "unclear"] },
          sentence: { type: "string" },
          assumption: {
            type: "string",
            description: "The open question that the service answers.",
          },
          value: { description: "The value to set, if it is one of the assumption's values." },
          isPatched: {
            type: "boolean",
            description: "Whether the overlay of `--write` removes it.",
          },
          service: {
            type: "object",
            properties: {
              request: { type: "string", description: "Method, path, and query." },
              status: { type: "integer", minimum: 0, description: "0 if there was no response." },
              headers: { type: "object", additionalProperties: { type: "string" } },
              body: { description: "The shape of a body, or the facts about a file." },
            },
            required: ["request", "status", "headers"],
            additionalProperties: false,
          },
          simulator: {
            type: "object",
            properties: {
              request: { type: "string", description: "Method, path, and query." },
              status: { type: "integer", minimum: 0, description: "0 if there was no response." },
              headers: { type: "object", additionalProperties: { type: "string" } },
              body: { description: "The shape of a body, or the facts about a file." },
            },
            required: ["request", "status", "headers"],
            additionalProperties: false,
          },
        },
        required: ["id", "class", "sentence", "isPatched"],
        additionalProperties: false,
      },
    },
  },
  required: ["format", "version", "against", "requests", "differences"],
  additionalProperties: false,
};
