import { z } from "zod";
import { CLOCK_FORM, type ClockSpec, parseClockSpec } from "../../core/clock-spec.ts";
import type { Assumptions } from "../../core/job/facts.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { ScenarioFiles } from "../scenario-files.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { dataset } from "./dataset.ts";
import { faultRules } from "./fault/fault-rule.ts";
import { modelChange } from "./model.ts";
import { profileRule } from "./profile.ts";
import { rowRule } from "./row-rule.ts";
import { jsonOneOf, jsonValue, keys, line, optional, wholeNumber } from "./values.ts";

const FORMAT_FORM = "`1`, the only format that this version reads";

const clock: z.ZodType<ClockSpec> = z
  .string({ error: CLOCK_FORM })
  .regex(/^(real|manual|poll|poll:.+|\d+(\.\d+)?x)$/, { error: CLOCK_FORM, abort: true })
  .refine((text) => parseClockSpec(text) !== undefined, { error: CLOCK_FORM })
  .transform((text) => parseClockSpec(text) ?? { mode: "real" });

function assumptions(words: Vocabulary["assumptions"]): z.ZodType<Assumptions> {
  const shape = Object.entries(words).map(([id, { question, values }]) => [
    id,
    optional(values === "any" ? jsonValue : jsonOneOf(values), question),
  ]);
  return keys(Object.fromEntries(shape)).transform((given) => given as Assumptions);
}

/** What the grammar of a scenario file depends on. */
export type GrammarContext = {
  readonly vocabulary: Vocabulary;
  /** Name of a scenario that gives itself none. */
  readonly defaultName: string;
  /** Left out for a scenario that lies in no folder. */
  readonly files?: ScenarioFiles;
};

/** A scenario file: what it may hold, and the scenario that it stands for. */
export function scenarioFile(context: GrammarContext): z.ZodType<Scenario> {
  const { vocabulary, defaultName, files } = context;
  return keys({
    format: optional(z.literal(1, { error: FORMAT_FORM }), "Version of the scenario format: 1."),
    name: optional(line, "Its name. Default: the name of the file."),
    description: optional(line, "What happens, in one line."),
    goodClient: optional(line, "What a good client does about it, in one line."),
    seed: optional(wholeNumber(0), "Seed of all that is drawn. Default: the server's, which is 1."),
    clock: optional(clock, `How time moves: ${CLOCK_FORM}. Default: the server's.`),
    assumptions: optional(
      assumptions(vocabulary.assumptions),
      "What the service does where its interface document leaves it open, by assumption id.",
    ),
    models: optional(
      z.record(z.string(), modelChange),
      "Model entries by id: what differs from the catalogue, or a model that it doesn't have.",
    ),
    datasets: optional(
      z.record(z.string(), dataset(files)),
      "Datasets that are there from the start, by id.",
    ),
    profiles: optional(
      z.array(profileRule),
      "How jobs behave; the first that fits a submission counts. Default: a few seconds, all rows done.",
    ),
    capacity: optional(
      wholeNumber(1),
      "How many jobs can start and run at once; the others wait in the queue. By default no limit.",
    ),
    rows: optional(
      z.array(rowRule(files)),
      "What becomes of rows; the first rule that a row meets counts. Default: an output as the job asks for.",
    ),
    faults: optional(
      faultRules(vocabulary.operationIds),
      "How operations or their transport misbehave; the first that is due on a call counts.",
    ),
  }).transform(({ format: _, ...written }) => ({
    name: defaultName,
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
