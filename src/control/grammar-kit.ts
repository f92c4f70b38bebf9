import * as z from "zod";
import { CLOCK_FORM, CLOCK_PATTERN, type ClockText, parseClockSpec } from "../core/clock-spec.ts";
import { JOB_STATES, type JobState } from "../core/job/state.ts";
import type { JsonObject } from "../core/json.ts";
import { oncePer } from "../core/once-per.ts";
import type { ScenarioSource } from "../core/scenario-source.ts";
import { DURATION_FORM, DURATION_PATTERN, type Instant } from "../core/time.ts";
import { jsonObject, keys, line, optional } from "../scenario/grammar/values.ts";
import type { Span } from "./arguments.ts";

/*
 * The building blocks of the verbs' grammars. This file loads zod, so verbs don't import it: they
 * receive it as an argument once a call needs their grammars.
 */

export * from "../scenario/grammar/values.ts";

/** The zod functions that verbs use: the whole namespace would load four times as much code. */
const used = { array: z.array, enum: z.enum, int: z.int, literal: z.literal, string: z.string };

export { used as z };

const SPAN = { error: `milliseconds or ${DURATION_FORM}` };
const INSTANT = { error: "milliseconds since 1970 or an ISO 8601 string" };
const CLOCK = { error: CLOCK_FORM };
const NAME = { error: "a string that is not blank" };
const FILE = { error: "a name that contains only letters, digits, `-`, `_`, `.`, and spaces" };
const SCENARIO = { error: "a built-in scenario's name, YAML text, or a scenario as an object" };

export const span: z.ZodType<Span> = z.union(
  [z.number(SPAN).min(0, SPAN), z.string().regex(DURATION_PATTERN, SPAN)],
  SPAN,
);

/** Whether a string begins with a date that exists: `Date.parse` reads February 30 as March 2. */
function isDate(text: string): boolean {
  // A year or a month stands for its first day.
  const day = `${text}-01-01`.slice(0, 10);
  return !Number.isNaN(Date.parse(text)) && z.iso.date().safeParse(day).success;
}

export const instantOrIso: z.ZodType<Instant | string> = z.union(
  [z.number(INSTANT).min(0, INSTANT).max(8.64e15, INSTANT), z.string().refine(isDate, INSTANT)],
  INSTANT,
);

export const clockSpec: z.ZodType<ClockText> = z
  .string(CLOCK)
  .regex(CLOCK_PATTERN, { ...CLOCK, abort: true })
  .refine((text) => parseClockSpec(text) !== undefined, CLOCK) as z.ZodType<ClockText>;

export const scenarioSource: z.ZodType<ScenarioSource> = z
  .union([z.string(SCENARIO).min(1), jsonObject], SCENARIO)
  .meta({
    description: "A built-in scenario's name, YAML text, or an object.",
  }) as z.ZodType<ScenarioSource>;

export const sandboxName: z.ZodType<string> = z.string(NAME).regex(/\S/, NAME);

export const fileName: z.ZodType<string> = z.string(FILE).regex(/^[\w. -]{1,255}$/, FILE);

export const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);

export const jobId: z.ZodType<string> = line.meta({ description: "The job's ID." });

export const jobState: z.ZodType<JobState> = z.enum(JOB_STATES);

export const noArguments: z.ZodType<Readonly<Record<never, never>>> = keys({});

export function optionalFlag(description: string): z.ZodExactOptional<z.ZodBoolean> {
  return optional(z.boolean(), description);
}

export function list<Item>(item: z.ZodType<Item>): z.ZodType<readonly Item[]> {
  return z.array(item);
}

/** Gives a grammar the full type of its values, although it describes only part of the type. */
export function partly<Value>(grammar: z.ZodType): z.ZodType<Value> {
  return grammar as z.ZodType<Value>;
}

export const jsonSchemaOf: (grammar: z.ZodType) => JsonObject = oncePer((grammar) => {
  const { $schema: _, ...schema } = z.toJSONSchema(grammar, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
  });
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
});
