import type { JsonObject } from "../../core/json.ts";

// Written by `npm run docs` from the types.

/** JSON Schema of explore.json. */
export const EXPLORE_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://unpkg.com/batch-sim/dist/explore.schema.json",
  title: "batch-sim exploration",
  description: "The results of `batch-sim explore`.",
  type: "object",
  properties: {
    format: { const: 1, description: "Version of the report's format." },
    version: { type: "string", description: "Version of batch-sim." },
    command: { type: "string", description: "The command under test." },
    scenario: { type: "string", description: "The scenario of the first run." },
    clock: { type: "string" },
    seed: { type: "integer" },
    looksAtOutputs: {
      type: "boolean",
      description:
        "Whether the command fails if all outputs are wrong; otherwise, damaged rows can't be judged.",
    },
    firstFindings: {
      type: "array",
      items: { type: "string" },
      description: "Errors and warnings of the run without faults.",
    },
    planned: { type: "integer", minimum: 0, description: "Number of planned experiments." },
    leftOut: {
      type: "array",
      items: {
        type: "object",
        properties: { reason: { type: "string" }, count: { type: "integer", minimum: 0 } },
        required: ["reason", "count"],
        additionalProperties: false,
      },
    },
    results: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: {
            type: "string",
            description:
              "Unique in a plan, and the name of its scenario, its file, and its fault rule.",
          },
          row: {
            type: "string",
            description: "The row of the matrix: an operation's ID, `lifecycle`, or `answers`.",
          },
          group: { enum: ["refusal", "outage", "connection", "body", "state"] },
          title: { type: "string", description: "What happens, as a sentence." },
          sentence: { type: "string" },
          evidence: {
            type: "array",
            items: { type: "string" },
            description: "The evidence: sentences of findings.",
          },
          verdict: {
            enum: [
              "false-success",
              "misbehaved",
              "hung",
              "flaky",
              "failed-loudly",
              "not-reached",
              "survived",
            ],
          },
          mustSurvive: {
            type: "boolean",
            description: "Whether the project file says that the client has to survive it.",
          },
          scenario: { type: "string", description: "The scenario file that repeats it." },
          repeat: { type: "string", description: "The command that repeats it." },
          recording: {
            type: "string",
            description: "The page with the run's recording; undefined if the client survived.",
          },
        },
        required: [
          "id",
          "row",
          "group",
          "title",
          "sentence",
          "evidence",
          "verdict",
          "mustSurvive",
          "scenario",
          "repeat",
        ],
        additionalProperties: false,
      },
      description: "In the order of the plan.",
    },
    notRun: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: {
            type: "string",
            description:
              "Unique in a plan, and the name of its scenario, its file, and its fault rule.",
          },
          title: { type: "string", description: "What happens, as a sentence." },
        },
        required: ["id", "title"],
        additionalProperties: false,
      },
      description: "The experiments that were not run, in the order of the plan.",
    },
  },
  required: [
    "format",
    "version",
    "command",
    "scenario",
    "clock",
    "seed",
    "looksAtOutputs",
    "firstFindings",
    "planned",
    "leftOut",
    "results",
    "notRun",
  ],
  additionalProperties: false,
};
