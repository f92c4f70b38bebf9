import type { JsonObject } from "../../core/json.ts";
import { listSchema, objectSchema } from "../../core/schema-kit.ts";
import { CLASS_TITLES } from "./terminal.ts";

const text: JsonObject = { type: "string" };
const call: JsonObject = objectSchema(
  {
    request: { ...text, description: "Method, path, and query." },
    status: { type: "integer", minimum: 0, description: "0 if there was no response." },
    headers: { type: "object", additionalProperties: text },
    body: { description: "The shape of a body, or the facts about a file." },
  },
  ["body"],
);

/** The JSON Schema (2020-12) of `verify.json`. */
export const VERIFY_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://unpkg.com/batch-sim/dist/verify.schema.json",
  title: "batch-sim verification",
  description: "What `batch-sim verify` found out.",
  ...objectSchema(
    {
      format: { const: 1, description: "Version of the report's format." },
      version: { ...text, description: "Version of batch-sim." },
      against: { ...text, description: "The service's base URL, or the trace's file." },
      requests: {
        ...{ type: "object", additionalProperties: { type: "integer", minimum: 1 } },
        description: "Numbers of requests to the service, by operation.",
      },
      problem: {
        ...text,
        description: "Why the service could not be compared, or not as a whole.",
      },
      differences: listSchema(
        objectSchema(
          {
            id: text,
            class: { enum: Object.keys(CLASS_TITLES) },
            sentence: text,
            assumption: { ...text, description: "The open question that the service answers." },
            value: { description: "The value to set, if it is one of the assumption's values." },
            isPatched: {
              type: "boolean",
              description: "Whether the overlay of `--write` removes it.",
            },
            service: call,
            simulator: call,
          },
          ["assumption", "value", "service", "simulator"],
        ),
      ),
    },
    ["problem"],
  ),
};
