// Generated from the types: `npm run docs`.
import type { JsonObject } from "../../core/json.ts";

/** How a difference relates to the interface document. */
const DIFFERENCE_CLASS: JsonObject = {
  enum: ["contradicts", "answers", "undocumented", "unclear"],
};

/** A response and the request for it. */
const SHOWN_CALL: JsonObject = {
  type: "object",
  required: ["request", "status", "headers"],
  additionalProperties: false,
  properties: {
    request: { type: "string", description: "Method, path, and query." },
    status: { type: "integer", description: "0 if there was no response." },
    headers: { type: "object", additionalProperties: { type: "string" } },
    body: { description: "The shape of a body, or the facts about a file." },
  },
};

/** A difference between a service and the simulator. */
const REPORTED_DIFFERENCE: JsonObject = {
  type: "object",
  required: ["id", "class", "sentence", "isPatched"],
  additionalProperties: false,
  properties: {
    id: { type: "string" },
    class: DIFFERENCE_CLASS,
    sentence: { type: "string" },
    assumption: { type: "string", description: "The open question that the service answers." },
    value: { description: "The value to set, if it is one of the assumption's values." },
    isPatched: { type: "boolean", description: "Whether the overlay of `--write` removes it." },
    service: SHOWN_CALL,
    simulator: SHOWN_CALL,
  },
};

/** The result of `batch-sim verify`. */
const VERIFY_REPORT: JsonObject = {
  type: "object",
  required: ["format", "version", "against", "requests", "differences"],
  additionalProperties: false,
  properties: {
    format: { const: 1, description: "Version of the report's format." },
    version: { type: "string", description: "Version of batch-sim." },
    against: { type: "string", description: "The service's base URL, or the trace's file." },
    requests: {
      type: "object",
      additionalProperties: { type: "integer" },
      description: "Numbers of requests to the service, by operation.",
    },
    problem: {
      type: "string",
      description: "Why the service could not be compared, or not as a whole.",
    },
    differences: { type: "array", items: REPORTED_DIFFERENCE },
  },
};

/** The JSON Schema of `VerifyReport`. */
export const VERIFY_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://unpkg.com/batch-sim/dist/verify.schema.json",
  title: "batch-sim verification",
  ...VERIFY_REPORT,
};
