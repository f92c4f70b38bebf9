import { expect, test } from "@jest/globals";
import { SCENARIO_EXAMPLES } from "../../scripts/docs/scenario-examples.mjs";
import { parseScenario } from "../../src/scenario/load/parse-scenario.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";

const vocabulary = vocabularyOf(await loadBaseDocument());

/** Scenarios in which an example can be used, by the part of a scenario to which it belongs. The first valid one is used. */
const CONTEXTS: Readonly<Record<string, readonly ((example: string) => string)[]>> = {
  "": [(example) => example],
  "models.<id>": [(example) => `models: { my-model: { ${example} } }`],
  "datasets.<id>": [(example) => `datasets: { my-data: { ${example} } }`],
  "profiles[]": [(example) => `profiles: [{ ${example} }]`],
  "rows[]": [
    (example) => `rows: [{ outcome: empty, ${example} }]`,
    (example) => `rows: [{ ${example} }]`,
  ],
  "faults[]": [
    (example) => `faults: [{ on: getResults, ${example} }]`,
    (example) => `faults: [{ on: createJob, status: 503, ${example} }]`,
    (example) => `faults: [{ status: 503, ${example} }]`,
  ],
};

/** Keys whose examples name files, which a scenario needs next to it. */
const FILES: ReadonlySet<string> = new Set(["datasets.<id>.files", "rows[].outcome.canned"]);

/** The part and the key that the example writes; examples of deeper keys are part of these. */
const written = Object.entries(SCENARIO_EXAMPLES).flatMap(([path, example]) => {
  if (FILES.has(path)) return [];
  const part = Object.keys(CONTEXTS).findLast((prefix) => path.startsWith(prefix)) ?? "";
  const rest = part === "" ? path : path.slice(part.length + 1);
  const [key = ""] = rest.split(/[.[]/);
  return example.startsWith(`${key}:`) ? [[path, part, example] as const] : [];
});

test("most keys have an example that can be used as it is", () => {
  expect(written.length).toBeGreaterThan(70);
});

test.each(written)("the example of `%s` is valid", async (_, part, example) => {
  const tries = (CONTEXTS[part] ?? []).map((wrap) =>
    parseScenario(wrap(example), { file: "example", vocabulary }),
  );
  await expect(Promise.any(tries)).resolves.toMatchObject({ name: expect.any(String) });
});
