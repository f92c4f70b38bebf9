import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parse as parseYaml } from "yaml";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { parseProject } from "../../src/cli/project-file.ts";
import { parseScenario } from "../../src/scenario/load/parse-scenario.ts";
import { loadBaseDocument, openDocument } from "../../src/simulator/open-document.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";
import { textFile } from "../support/overlay-file.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { type Snippet, snippets } from "./pages.ts";
import { type Outcome, runModules } from "./run-modules.ts";
import { typeErrors } from "./type-errors.ts";

/*
 * What the snippets need, by language:
 * - ts, js: Node.js and the built package as `batch-sim`; a simulator at http://127.0.0.1:4010 that a client has asked for a
 *   job's status; `vitest`, for which a stand-in runs the tests. All run in one process. Text after `console.log(…); //` is
 *   the expected output. `integrations/test.sh` runs those with fake timers, which need the runners themselves.
 * - yaml: a scenario starts with `name:`, an overlay with `overlay:`, the binding of an operation with `x-batch-sim:`.
 * - yml: a workflow with `jobs:`, a compose file with `services:`, what docs/operate.md has, or else a project file.
 * - json: nothing.
 * - sh: here, only that the `npx batch-sim` commands are valid. `scripts/run-snippets.mjs` runs those with curl.
 * - python, java: `integrations/test.sh` runs those with pytest and JUnit.
 */
const LANGUAGES = ["ts", "js", "yaml", "yml", "json", "sh", "python", "java", "text"];

const named = (found: readonly Snippet[]): [string, Snippet][] =>
  found.map((snippet) => [`${snippet.page}:${snippet.line}`, snippet]);

/** A snippet that creates ten thousand jobs runs with a tenth of them: it shows how, and bench/ says how fast. */
const withFewerJobs = (code: string): string =>
  code.replaceAll("10_000", "1_000").replaceAll("10000", "1000");

const modules = named(
  snippets("ts", "js")
    .filter(({ code }) => !code.includes("useFakeTimers"))
    .map((snippet) => ({ ...snippet, code: withFewerJobs(snippet.code) })),
);
let sim: Awaited<ReturnType<typeof startTestSimulator>>;
let outcomes: ReadonlyMap<string, Outcome>;

beforeAll(async () => {
  sim = await startTestSimulator();
  await sim.client.json("GET", "/job-status/none");
  const sources = modules.map(([name, { code }]) => ({
    name,
    code: code.replaceAll("http://127.0.0.1:4010", sim.baseUrl),
  }));
  outcomes = await runModules(sources);
});

afterAll(() => sim[Symbol.asyncDispose]());

test.each(modules)("%s runs", (name, { code }) => {
  const { error, output } = outcomes.get(name) ?? { error: "It did not run.", output: [] };
  expect(error).toBe("");
  const promised = [...code.matchAll(/console\.log\(.*\); \/\/ ([^[…\n]*)$/gm)].map(
    ([, line]) => line,
  );
  if (promised.length > 0) expect(output).toEqual(promised);
});

test("TypeScript snippets have no type errors", async () => {
  const sources = named(snippets("ts")).map(([name, { code }]) => ({ name, code }));
  expect(await typeErrors(sources)).toBe("");
});

const yaml = named(snippets("yaml"));
const startsWith = (start: string): [string, Snippet][] =>
  yaml.filter(([, { code }]) => code.replace(/^(#.*\n)*/, "").startsWith(start));
const scenarios = startsWith("name:");
const overlays = startsWith("overlay:");

test.each(scenarios)("%s is a scenario", async (name, { code }) => {
  const vocabulary = vocabularyOf(await loadBaseDocument());
  const reading = parseScenario(code, { file: name, vocabulary });
  await expect(reading).resolves.toMatchObject({ name: expect.any(String) });
});

test.each(overlays)("%s is an overlay that can be applied", async (_, { code }) => {
  await expect(openDocument([await textFile(code)])).resolves.toMatchObject({ openapi: "3.1.1" });
});

test("other YAML is the binding of an operation", () => {
  // The tutorial's other snippets are added to the file of its first step.
  const others = yaml
    .filter(([, { page }]) => page !== "docs/write-an-api.md")
    .filter((each) => !scenarios.includes(each) && !overlays.includes(each));
  expect(others.map(([, { code }]) => code.split("\n")[0])).toEqual([
    "x-batch-sim:",
    "x-batch-sim:",
    "x-batch-sim:",
  ]);
});

test("the overlay that the guide explains is the example that a test drives", () => {
  const example = readFileSync("examples/overlay/our-service.yaml", "utf8");
  expect(overlays.map(([, { code }]) => code)).toContain(example.replace(/^(#.*\n)*/, ""));
});

// The snippets of docs/operate.md are tested in operate.test.ts.
const configurations = named(snippets("yml").filter(({ page }) => page !== "docs/operate.md"));

test.each(configurations)(
  "%s is a workflow, a compose file, or a project file",
  async (name, { code }) => {
    const { jobs, services } = parseYaml(code);
    if (services !== undefined) {
      const { command = "start", environment } = services.simulator;
      const args = command.replace(/^npx --yes batch-sim /, "").split(" ");
      const variables = Object.entries(environment).map(([key, value]) => [
        key,
        String(value).replace(/^\$\{.*\}$/, "given"),
      ]);
      expect(readCommandLine(args, Object.fromEntries(variables)).problems).toEqual([]);
      return;
    }
    if (jobs === undefined) {
      const problems: string[] = [];
      const { failOn } = await parseProject(code, name, problems);
      expect([failOn, problems]).toEqual(["warning", []]);
      return;
    }
    const { steps } = jobs.test ?? jobs.verify;
    expect(steps.map((step: Record<string, unknown>) => step["run"] ?? step["uses"])).toEqual([
      expect.stringMatching(/^actions\/checkout@/),
      expect.stringMatching(/^actions\/setup-node@/),
      "npm ci",
      expect.stringMatching(
        jobs.test === undefined
          ? /^npx batch-sim verify --yes --against "\$SERVICE_URL" /
          : /^npx batch-sim exec .* -- npm test$/,
      ),
      expect.stringMatching(/^actions\/upload-artifact@/),
    ]);
  },
);

test.each(named(snippets("json")))("%s is JSON", (_, { code }) => {
  const values = code.startsWith("{\n") ? [code] : code.trimEnd().split("\n");
  for (const value of values) expect(JSON.parse(value)).toEqual(expect.anything());
});

const commands = snippets("sh", "yml").flatMap(({ code, page }) =>
  [...code.matchAll(/npx batch-sim ?([^\n#]*)/g)].map(([, args = ""]) => [page, args.trim()]),
);

test.each(commands)("%s: `batch-sim %s` is a valid command", (_, args = "") => {
  // A workflow's variable.
  const words = args.replaceAll('"$SERVICE_URL"', "https://api.example.com").split(/\s+/);
  expect(readCommandLine(words.filter(Boolean), {}).problems).toEqual([]);
});

test("every fenced block has a language that is checked", () => {
  const languages = new Set(snippets(...LANGUAGES).map(({ language }) => language));
  expect([...languages].sort()).toEqual([...LANGUAGES].sort());
  expect(snippets("bash", "shell", "typescript", "javascript", "console")).toEqual([]);
});
