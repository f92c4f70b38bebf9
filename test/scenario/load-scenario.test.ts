import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  checkScenarioFile,
  loadBuiltInScenarios,
  loadScenario,
} from "../../src/scenario/load/load-scenario.ts";
import { ALL_SCENARIOS, SCENARIOS } from "../support/built-in-scenarios.ts";
import { VOCABULARY } from "./vocabulary.ts";

const options = { builtinDir: "scenarios", vocabulary: VOCABULARY };
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-scenario-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test("a built-in scenario is found by its name", async () => {
  expect(await loadScenario("cancel-404", options)).toMatchObject({
    name: "cancel-404",
    faults: [
      {
        name: "cancel-404",
        on: ["cancelJob"],
        fault: { kind: "error", code: "unknown-job-on-cancel" },
      },
    ],
  });
});

test("a file is found by its path", async () => {
  const file = join(folder, "mine.yaml");
  await writeFile(file, "seed: 3\n");
  expect(await loadScenario(file, options)).toMatchObject({ name: "mine", seed: 3 });
});

test("the problems of a file name the file as it was given", async () => {
  const file = join(folder, "wrong.yml");
  await writeFile(file, "sed: 3\n");
  await expect(loadScenario(file, options)).rejects.toThrow(
    new Error(
      `Failed to read the scenario \`${file}\`: 1 problem.\n${file}:1:1 sed: Unknown key \`sed\`. Did you mean \`seed\`?`,
    ),
  );
});

test("an unknown name is rejected, with the nearest built-in one", async () => {
  await expect(loadScenario("hapy-path", options)).rejects.toThrow(
    new Error(
      "Failed to find the scenario `hapy-path`: no built-in scenario has this name. Did you mean `happy-path`?",
    ),
  );
});

test("a name without a similar one is rejected, with all built-in names", async () => {
  await writeFile(join(folder, "only.yaml"), "");
  await expect(loadScenario("zzzzzzzz", { ...options, builtinDir: folder })).rejects.toThrow(
    /^Failed to find the scenario `zzzzzzzz`: no built-in scenario has this name\. Built-in scenarios: .*`only`.* To load a file, use a name that ends in `\.yaml` or `\.yml`\.$/,
  );
});

test("a missing file is rejected with the system's message", async () => {
  await expect(loadScenario("./none.yaml", options)).rejects.toThrow(
    /^Failed to read the scenario file `\.\/none\.yaml`: ENOENT: no such file or directory, open '\.\/none\.yaml'\. Use a readable YAML file, or the name of a built-in scenario\.$/,
  );
});

test("every built-in scenario has a name, a description, and a `goodClient`, one line each", async () => {
  const scenarios = await loadBuiltInScenarios(options);
  const names = scenarios.map((scenario) => scenario.name);
  expect(names).toEqual(ALL_SCENARIOS);
  for (const scenario of scenarios) {
    expect(await loadScenario(scenario.name, options)).toEqual(scenario);
    expect(scenario.description).toMatch(/^[A-Z].{20,120}\.$/);
    expect(scenario.goodClient).toMatch(/^[A-Z].{20,120}\.$/);
  }
});

test("the built-in scenarios have no lint findings", async () => {
  for (const name of SCENARIOS) {
    // Only APIs whose rows have no IDs take inputs at a URL.
    const vocabulary = { ...VOCABULARY, hasRowIds: name !== "presigned-url-expired" };
    const { issues } = await checkScenarioFile(name, { ...options, vocabulary });
    expect(issues.filter(({ severity }) => severity !== "note")).toEqual([]);
  }
});
