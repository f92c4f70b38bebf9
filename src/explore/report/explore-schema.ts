// Generated from the types: `npm run docs`.
import type { JsonObject } from "../../core/json.ts";

/** Why experiments are not in a plan, with their number. */
const LEFT_OUT: JsonObject = {
  type: "object",
  required: ["reason", "count"],
  additionalProperties: false,
  properties: { reason: { type: "string" }, count: { type: "integer" } },
};

/** How a client sees a fault. */
const TRIAL_GROUP: JsonObject = { enum: ["refusal", "outage", "connection", "body", "state"] };

const VERDICT_NAME: JsonObject = {
  enum: [
    "false-success",
    "misbehaved",
    "hung",
    "flaky",
    "failed-loudly",
    "not-reached",
    "survived",
  ],
};

/** How an experiment ended. */
const EXPERIMENT_RESULT: JsonObject = {
  type: "object",
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
  properties: {
    id: {
      type: "string",
      description: "Unique in a plan, and the name of its scenario, its file, and its fault rule.",
    },
    row: {
      type: "string",
      description: "The row of the matrix: an operation's ID, `lifecycle`, or `answers`.",
    },
    group: TRIAL_GROUP,
    title: { type: "string", description: "What happens, as a sentence." },
    sentence: { type: "string" },
    evidence: {
      type: "array",
      items: { type: "string" },
      description: "The evidence: sentences of findings.",
    },
    verdict: VERDICT_NAME,
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
};

/** The results of `batch-sim explore`. */
const EXPLORE_REPORT: JsonObject = {
  type: "object",
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
    planned: { type: "integer", description: "Number of planned experiments." },
    leftOut: { type: "array", items: LEFT_OUT },
    results: { type: "array", items: EXPERIMENT_RESULT, description: "In the order of the plan." },
    notRun: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "title"],
        additionalProperties: false,
        properties: {
          id: {
            type: "string",
            description:
              "Unique in a plan, and the name of its scenario, its file, and its fault rule.",
          },
          title: { type: "string", description: "What happens, as a sentence." },
        },
      },
      description: "The experiments that were not run, in the order of the plan.",
    },
  },
};

/** The JSON Schema of `ExploreReport`. */
export const EXPLORE_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://unpkg.com/batch-sim/dist/explore.schema.json",
  title: "batch-sim exploration",
  ...EXPLORE_REPORT,
};
