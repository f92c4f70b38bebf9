import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { editorVocabulary, shippedDocuments } from "../../scripts/data-files.mjs";
import { scenarioJsonSchema } from "../../src/scenario/grammar/scenario-file.ts";
import { loadBuiltInScenarios } from "../../src/scenario/load/load-scenario.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { builtinScenarioDir } from "../../src/simulator/open-scenario.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";

// The output of `npm run build` in dist/, which is the package's content.

const read = (...segments: string[]): string => readFileSync(join("dist", ...segments), "utf8");
const filesOf = (ending: string): string[] =>
  readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(ending),
  );
const document = await loadBaseDocument();
const vocabulary = vocabularyOf(document);

test("the data files hold what the YAML files say", async () => {
  const scenarios = await loadBuiltInScenarios({ builtinDir: builtinScenarioDir(), vocabulary });
  expect(JSON.parse(read("openapi.json"))).toEqual(document);
  expect(Object.values(JSON.parse(read("scenarios.json")))).toEqual(
    JSON.parse(JSON.stringify(scenarios)),
  );
  expect(JSON.parse(read("scenario.schema.json"))).toEqual(
    scenarioJsonSchema(editorVocabulary(await shippedDocuments())),
  );
});

// Users of a test runner's entry have the runner.
const RUNNERS: { readonly [file: string]: string } = { "runners/jest.cjs": "@jest/globals" };

test("the program loads nothing but itself, Node, and the test runner that an entry is for", () => {
  const scripts = filesOf(".cjs");
  expect(scripts.length).toBeGreaterThan(10);
  // Packages also contain `require` in the text of code that they could generate.
  const specifiers = scripts.flatMap((file) =>
    [...read(file).matchAll(/(?<!['`])\b(?:__)?require\("([^"]+)"\)|\bimport\(([^)]+)\)/g)].map(
      ([, required, imported]) => ({ file, name: required ?? imported ?? "" }),
    ),
  );
  expect(specifiers.length).toBeGreaterThan(30);
  const missing = specifiers.filter(({ file, name }) =>
    name.startsWith(".")
      ? !existsSync(join("dist", dirname(file), name))
      : !isBuiltin(name) && RUNNERS[file] !== name,
  );
  expect(missing).toEqual([]);
});

test("the command can be executed", () => {
  expect(read("cli.cjs").startsWith("#!/usr/bin/env node\n")).toBe(true);
  expect(statSync(join("dist", "cli.cjs")).mode & 0o777).toBe(0o755);
});

test("the license of every bundled package is included", () => {
  const licenses = read("THIRD_PARTY_LICENSES.txt");
  const packages = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+\S*\nLicense: (.+)$/gm)].map(
    ([, name]) => name,
  );
  const ours = [
    "express",
    "express-openapi-validator",
    "@faker-js/faker",
    "json-schema-faker",
    "archiver",
    "yaml",
    "ajv",
    "json-e",
    "zod",
  ];
  const more = [
    "hyparquet",
    "hyparquet-writer",
    "@foxglove/wasm-zstd",
    "busboy",
    "cors",
    "picocolors",
  ];
  expect(packages).toEqual(expect.arrayContaining([...ours, ...more]));
  expect(packages.length).toBeGreaterThan(60);
});
