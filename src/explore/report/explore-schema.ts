import type { JsonObject } from "../../core/json.ts";
import { listSchema, objectSchema } from "../../core/schema-kit.ts";
import { TRIAL_GROUPS } from "../../faults/trial.ts";
import { VERDICTS } from "../../options/explore-table.ts";

const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "array", items: text };
const count: JsonObject = { type: "integer", minimum: 0 };
const flag: JsonObject = { type: "boolean" };

/** The JSON Schema (2020-12) of `explore.json`. */
export const EXPLORE_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://unpkg.com/batch-sim/dist/explore.schema.json",
  title: "batch-sim exploration",
  description: "The results of `batch-sim explore`.",
  ...objectSchema({
    format: { const: 1, description: "Version of the report's format." },
    version: { ...text, description: "Version of batch-sim." },
    command: { ...text, description: "The command under test." },
    scenario: { ...text, description: "The scenario of the first run." },
    clock: text,
    seed: { type: "integer" },
    looksAtOutputs: {
      ...flag,
      description:
        "Whether the command fails if all outputs are wrong; otherwise, damaged rows can't be judged.",
    },
    firstFindings: { ...texts, description: "Errors and warnings of the run without faults." },
    planned: { ...count, description: "Number of planned experiments." },
    leftOut: listSchema(objectSchema({ reason: text, count })),
    results: listSchema(
      objectSchema(
        {
          id: { ...text, description: "The name of the experiment and of its scenario." },
          row: { ...text, description: "An operation's ID, `lifecycle`, or `answers`." },
          group: { enum: TRIAL_GROUPS },
          title: text,
          verdict: { enum: VERDICTS },
          sentence: { ...text, description: "The reason for the verdict." },
          evidence: texts,
          mustSurvive: flag,
          scenario: { ...text, description: "The scenario file that repeats it." },
          repeat: { ...text, description: "The command that repeats it." },
          recording: { ...text, description: "The page with the run's recording." },
        },
        ["recording"],
      ),
    ),
    notRun: listSchema(objectSchema({ id: text, title: text })),
  }),
};
