import { durationMsOf } from "../core/assumption.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { oncePer } from "../core/once-per.ts";
import type { SampleRules, UseCaseNeeds } from "../core/use-case-needs.ts";
import { jobIdOf } from "../engine/job-id.ts";
import { USE_CASES } from "../engine/use-cases.ts";
import type { UseCases } from "../spec/check/found.ts";
import { compileTemplate } from "../spec/template/template.ts";
import { readData } from "./package-file.ts";

/** Sentences by name. A key that ends with a dot is a prefix of the names in its object. */
type Sentences = { readonly [name: string]: string | Sentences };

type DescribedUseCase = Partial<Omit<UseCaseNeeds, "fields" | "values" | "samples">> & {
  readonly fields?: Readonly<Record<string, string>>;
  readonly values?: Sentences;
  readonly samples?: JsonValue;
};

/** The content of `data/use-cases.yaml`; the comment in that file explains it. */
export type UseCaseData = {
  readonly views: JsonObject;
  readonly useCases: Readonly<Record<string, DescribedUseCase>>;
};

/** Loads each use case's requirements for its operation, for checking users' overlays. */
export async function loadUseCaseNeeds(): Promise<UseCases> {
  return useCaseNeeds(await readData<UseCaseData>("use-cases"));
}

export function useCaseNeeds({ views, useCases }: UseCaseData): UseCases {
  const contextFor = oncePer((rules: SampleRules) => contextOf(views, rules));
  const needs = Object.entries(useCases).map(([name, { values = {}, samples = [{}], ...own }]) => [
    name,
    {
      ...{ errors: [], answers: "view", ...own },
      fields: USE_CASES[name]?.fields,
      values: Object.fromEntries(sentencesIn(values)),
      samples: (rules: SampleRules) => compileTemplate(samples)(contextFor(rules)),
    },
  ]);
  return Object.fromEntries(needs);
}

function sentencesIn(values: Sentences, prefix = ""): (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === "string" ? [[prefix + name, value]] : sentencesIn(value, prefix + name),
  );
}

const AT = 1_893_456_000_000;
const HEX = "0123456789abcdef".repeat(4);

/** The values that samples can read. */
function contextOf(views: JsonObject, rules: SampleRules): JsonObject {
  const { assumptions, modelId, quotas, purposes = [], events = [], kept = {} } = rules;
  const context: Record<string, JsonValue> = {
    ...{ modelId, quotas, events, kept, purpose: purposes[0] ?? "", event: events[0] ?? "" },
    jobId: jobIdOf(HEX, assumptions),
    expiresAt: durationMsOf(assumptions, "completion-window") === undefined ? null : AT,
  };
  for (const [name, view] of Object.entries(views)) context[name] = compileTemplate(view)(context);
  return context;
}
