import * as z from "zod";
import type { Assumptions } from "../../core/assumption.ts";
import { CLOCK_FORM, type ClockSpec, parseClockSpec } from "../../core/clock-spec.ts";
import type { JsonObject } from "../../core/json.ts";
import { oncePer } from "../../core/once-per.ts";
import type { DatasetRow, ModelChange, Scenario, ScenarioDataset } from "../../core/scenario.ts";
import type { ScenarioFiles, SpecVocabulary } from "../parse-options.ts";
import { expectation } from "./expectation.ts";
import { faultRules } from "./fault-rule-grammar.ts";
import { profileRule } from "./profile-grammar.ts";
import { type FilesOf, fileBeside, VALUES_TEXT, valueKind } from "./row-outcome.ts";
import { rowRule } from "./row-rule-grammar.ts";
import {
  inputSchemaOf,
  jsonObject,
  jsonOneOf,
  jsonValue,
  keys,
  line,
  oneKeyOf,
  oneOrMore,
  optional,
  positiveNumber,
  wholeNumber,
} from "./values.ts";
import { webhookKeys } from "./webhook-grammar.ts";

const FORMAT_FORM = "`1`, the only format that this version of batch-sim reads";

const clock: z.ZodType<ClockSpec> = z
  .string({ error: CLOCK_FORM })
  .regex(/^(real|manual|poll|poll:.+|\d+(\.\d+)?x)$/, { error: CLOCK_FORM, abort: true })
  .refine((text) => parseClockSpec(text) !== undefined, { error: CLOCK_FORM })
  .transform((text) => parseClockSpec(text) ?? { mode: "real" });

const ROW_FORM = "a string, or an object that maps column names to values";

const PRICE = { error: "a number that is 0 or greater" };
const price = z.number(PRICE).min(0, PRICE);

const modelChange: z.ZodType<ModelChange> = keys({
  contextWindow: optional(
    wholeNumber(1),
    "Maximum length of a row in tokens, including the system prompt.",
  ),
  reasoning: optional(z.boolean(), "Whether outputs contain reasoning as well as content."),
  inputPricePerMillionTokens: optional(price, "Price of a million input tokens, in US dollars."),
  outputPricePerMillionTokens: optional(price, "Price of a million output tokens, in US dollars."),
  tokensPerSecond: optional(
    positiveNumber,
    "Throughput of one job, in input and output tokens per second.",
  ),
  typicalOutputTokens: optional(
    wholeNumber(1),
    "Typical length of text outputs in tokens; lengths vary from about 0.5 to 1.5 times this number, but never exceed the request's maximum.",
  ),
});

function assumptions(words: SpecVocabulary["assumptions"]): z.ZodType<Assumptions> {
  const shape = Object.entries(words).map(([id, { question, values, schema }]) => [
    id,
    optional(schema === undefined ? jsonOneOf(values) : jsonValue.meta(schema), question),
  ]);
  return keys(Object.fromEntries(shape)).transform((given) => given as Assumptions);
}

type Parsed = z.ZodSafeParseResult<Scenario>;
type Parse = (data: unknown, files: ScenarioFiles | undefined) => Parsed;

/** Makes a parser for scenario data. Builds the grammar only once per vocabulary. */
export const scenarioParser: (vocabulary: SpecVocabulary) => Parse = oncePer((vocabulary) => {
  let current: ScenarioFiles | undefined;
  const grammar = scenarioFile(vocabulary, () => current);
  return (data, files) => {
    current = files;
    return grammar.safeParse(data, { error: expectation });
  };
});

function scenarioFile(vocabulary: SpecVocabulary, files: FilesOf): z.ZodType<Scenario> {
  return keys({
    format: optional(z.literal(1, { error: FORMAT_FORM }), "Version of the scenario format: 1."),
    name: optional(line, "The scenario's name. Default: the file name without its extension."),
    description: optional(line, "A one-line description of the scenario."),
    goodClient: optional(line, "A one-line description of how a good client handles the scenario."),
    seed: optional(
      z.int({ error: "an integer" }),
      "Seed for all random values. The option `seed` takes precedence. Default: 1.",
    ),
    clock: optional(clock, `How time moves: ${CLOCK_FORM}. The option \`clock\` takes precedence.`),
    assumptions: optional(
      assumptions(vocabulary.assumptions),
      "The service's behavior on points that the interface document leaves open, by assumption ID.",
    ),
    models: optional(
      z.record(z.string(), modelChange),
      "Models by ID: changes to models in the catalog, or additional models.",
    ),
    datasets: optional(
      z.record(z.string(), dataset(files)),
      "Datasets that exist from the start, by ID.",
    ),
    profiles: optional(
      z.array(profileRule),
      "How jobs behave; each job has the first matching profile. Default: every job succeeds.",
    ),
    capacity: optional(
      wholeNumber(1),
      "Maximum number of jobs that can be starting or running at the same time. Other jobs wait in the queue. Default: unlimited.",
    ),
    values: optional(valueKind, `${VALUES_TEXT} Default: \`plausible\`.`),
    rows: optional(
      z.array(rowRule(files)),
      "Rules for the rows' outputs; the first matching rule applies. A row that matches no rule has a normal output.",
    ),
    faults: optional(
      faultRules(vocabulary),
      "How operations or connections misbehave. The first rule whose conditions are met fires.",
    ),
    ...webhookKeys(vocabulary),
  }).transform(({ format: _, ...written }) => ({
    name: "",
    description: "",
    goodClient: "",
    assumptions: {},
    models: {},
    datasets: {},
    profiles: [],
    rows: [],
    faults: [],
    ...written,
  }));
}

function dataset(files: FilesOf): z.ZodType<ScenarioDataset> {
  const row: z.ZodType<DatasetRow> = z.union([z.string(), jsonObject], { error: ROW_FORM });
  return oneKeyOf<ScenarioDataset>({
    rows: z
      .array(row)
      .transform((rows): ScenarioDataset => ({ kind: "rows", rows }))
      .describe("The rows: strings, or objects that map column names to values."),
    files: oneOrMore(fileBeside(files), "a file or a list of files")
      .transform((paths): ScenarioDataset => ({ kind: "files", paths }))
      .describe("CSV or Parquet files with the rows. Paths are relative to the scenario file."),
  });
}

const ID = "https://unpkg.com/batch-sim/dist/scenario.schema.json";

/** The JSON Schema (2020-12) of a scenario file, for editors, generated from its grammar. */
export function scenarioJsonSchema(vocabulary: SpecVocabulary): JsonObject {
  const { $schema = "", ...schema } = inputSchemaOf(scenarioFile(vocabulary, () => undefined));
  return {
    $schema,
    $id: ID,
    title: "batch-sim scenario",
    description: "A scenario for the batch-sim simulator.",
    ...schema,
  };
}
