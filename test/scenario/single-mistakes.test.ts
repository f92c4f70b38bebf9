import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import type { JsonValue } from "../../src/core/json.ts";
import { lintScenario } from "../../src/scenario/lint/lint-scenario.ts";
import { checkData } from "../../src/scenario/load/check-data.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";
import { formatPath } from "../../src/yaml/data-path.ts";
import { flawsOf, type Mistake, mistakesIn } from "../support/mistakes.ts";
import { EVERY_KEY } from "./every-key.ts";

const vocabulary = vocabularyOf(await loadBaseDocument());
const check = (data: unknown) => checkData(data as JsonValue, { file: "x.yaml", vocabulary });

const builtIn = readdirSync("scenarios").map(
  (file) => [file, parse(readFileSync(`scenarios/${file}`, "utf8")) as unknown] as const,
);

/** Values for the built-in scenarios: fewer, because each key is tried with all other keys of its part. */
const VALUES: readonly unknown[] = [null, "no such thing", {}];

/** Each part of a scenario in which every key appears, as a scenario of its own: small data is checked faster. */
const parts = Object.entries<unknown>(parse(EVERY_KEY)).flatMap(([key, value]) => {
  if (!Array.isArray(value)) return [[key, { [key]: value }] as const];
  return value.map((item, index) => [`${key}.${index}`, { [key]: [item] }] as const);
});

test.each(parts)("a single mistake in %s is a problem with a place, or none", async (_, data) => {
  expect((await check(data)).problems).toEqual([]);
  expect(await flawsOfAll(mistakesIn(data))).toEqual([]);
});

test.each(builtIn)("a single mistake in %s is a problem with a place, or none", async (_, data) => {
  expect((await check(data)).problems).toEqual([]);
  expect(await flawsOfAll(mistakesIn(data, VALUES))).toEqual([]);
});

async function flawsOfAll(mistakes: Iterable<Mistake>): Promise<string[]> {
  const flaws: string[] = [];
  for (const mistake of mistakes) flaws.push(...(await flawsIn(mistake)));
  return flaws;
}

async function flawsIn({ name, data }: Mistake): Promise<string[]> {
  try {
    const { scenario, problems } = await check(data);
    if (scenario !== undefined) lintScenario(scenario, { vocabulary });
    const issues = problems.map(({ path, message }) => ({ path: formatPath(path), message }));
    const isWhole = name.startsWith("data =");
    return flawsOf(issues, ({ path }) => path !== "" || isWhole).map((flaw) => `${name}: ${flaw}`);
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.stack : String(error)}`];
  }
}
