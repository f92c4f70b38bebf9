import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { helpText } from "../src/cli/output/help.ts";
import { parseProject } from "../src/cli/project-file.ts";
import { FINDING_IDS, FINDING_TABLE } from "../src/findings/finding-table.ts";
import { loadBuiltInScenarios } from "../src/scenario/load/load-scenario.ts";
import { parseScenario } from "../src/scenario/load/parse-scenario.ts";
import { scenarioJsonSchema } from "../src/scenario/scenario-json-schema.ts";
import { loadBaseDocument } from "../src/simulator/base-document.ts";
import { builtinScenarioDir, vocabularyOf } from "../src/simulator/open-scenario.ts";
import { assumptionsOf } from "../src/spec/assumption.ts";
import { scenarioReference } from "./support/scenario-reference.ts";
import { startTestSimulator } from "./support/simulator.ts";

// Tables and texts of the README that repeat the program are held against it: `UPDATE_README=1 npm test -- test/readme` writes them anew.

const document = await loadBaseDocument();
const vocabulary = vocabularyOf(document);
const readme = (): string => readFileSync("README.md", "utf8");

function expectBlock(name: string, expected: string): void {
  const pattern = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (process.env["UPDATE_README"] !== undefined) {
    writeFileSync(
      "README.md",
      readme().replace(pattern, (_, start, end) => `${start}${expected}\n${end}`),
    );
  }
  expect(pattern.exec(readme())?.[0]).toBe(`<!-- ${name} -->\n${expected}\n<!-- /${name} -->`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

test("the README prints the help text", () => {
  expectBlock("help", `\`\`\`text\n${helpText().trimEnd()}\n\`\`\``);
});

test("the README lists the built-in scenarios", async () => {
  const scenarios = await loadBuiltInScenarios({ builtinDir: builtinScenarioDir(), vocabulary });
  const rows = scenarios.map(({ name, description, goodClient }) => [
    `\`${name}\``,
    description,
    goodClient,
  ]);
  expectBlock("scenarios", table(["scenario", "what happens", "what a good client does"], rows));
});

test("the README says what each key of a scenario is for", async () => {
  const rows = scenarioReference(await scenarioJsonSchema(vocabulary));
  expect(rows.length).toBeGreaterThan(80);
  const cells = rows.map(([path, about]) => [`\`${path}\``, about]);
  expectBlock("scenario-reference", table(["key", "what it says"], cells));
});

test("the README lists the findings", () => {
  const rows = FINDING_IDS.map((id) => {
    const { severity, meaning, cure } = FINDING_TABLE[id];
    return [`\`${id}\``, severity, meaning, cure];
  });
  expectBlock("findings", table(["id", "severity", "what it means", "what to do"], rows));
});

test("the README's project file is one", async () => {
  const [, text = ""] = /<!-- project -->\n```yml\n([\s\S]*?)```/.exec(readme()) ?? [];
  const problems: string[] = [];
  const options = await parseProject(text, "README.md", problems);
  expect([options.failOn, problems]).toEqual(["warning", []]);
});

test("the README lists the assumptions", () => {
  const code = (value: unknown): string => `\`${String(value)}\``;
  const rows = assumptionsOf(document).map((entry) => {
    const others = [
      ...entry.alternatives.map(code),
      ...entry.deviations.map((value) => `${code(value)} (a deviation)`),
    ];
    return [
      code(entry.id),
      entry.question,
      entry.section,
      code(entry.default),
      others.join(", ") || "–",
    ];
  });
  expectBlock("assumptions", table(["id", "question", "part", "default", "alternatives"], rows));
});

test("the README gives a reason for each package that the program is made of, and for no other", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const text = files.map((file) => readFileSync(join("src", file), "utf8")).join("\n");
  const specifiers = [
    ...text.matchAll(/(?<![.\w])(?:from|import)\s*\(?\s*"([^".\s][^"\s]*)"/g),
  ].map(([, specifier = ""]) => specifier);
  const used = specifiers
    .filter((specifier) => !specifier.startsWith("node:"))
    .map((specifier) =>
      specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  const block = /<!-- dependencies -->([\s\S]*?)<!-- \/dependencies -->/.exec(readme())?.[1] ?? "";
  const listed = [...block.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = ""]) => cell.split(", "))
    .filter((name) => name !== "package");
  expect([...new Set(listed)].sort()).toEqual([...new Set(used)].sort());
});

function snippets(language: string): string[] {
  return [...readme().matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, code = ""]) => code,
  );
}

/** A TypeScript snippet as Node 20 can run it. */
function compiled(code: string): string {
  const args = ["--loader=ts", "--format=esm", "--target=node20"];
  const { stdout, stderr } = spawnSync("node_modules/.bin/esbuild", args, {
    input: code,
    encoding: "utf8",
  });
  if (stderr !== "") throw new Error(stderr);
  return stdout;
}

test.each(snippets("ts"))("TypeScript snippet %#", async (code) => {
  await using sim = await startTestSimulator();
  // Some snippets are about a simulator that runs, and a client that has asked it something.
  await sim.client.json("GET", "/job-status/none");
  const module = compiled(code.replace("http://127.0.0.1:4010", sim.baseUrl));
  const env = { ...process.env, NODE_OPTIONS: "" };
  const child = spawn(process.execPath, ["--input-type=module", "-e", module], { env });
  const [stdout, stderr, [status]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "close"),
  ]);
  expect([stderr, status]).toEqual(["", 0]);
  const promised = [...code.matchAll(/console\.log\(.*\); \/\/ ([^[…\n]*)$/gm)].map(
    ([, output]) => output,
  );
  if (promised.length > 0) expect(stdout.trimEnd().split("\n")).toEqual(promised);
});

test("the README's overlay is the example that a test drives", () => {
  const example = readFileSync("examples/overlay/our-service.yaml", "utf8").replace(
    /^(#.*\n)*/,
    "",
  );
  expectBlock("overlay", `\`\`\`yaml\n${example.trimEnd()}\n\`\`\``);
});

const stories = snippets("yaml").filter((code) => code.startsWith("name:"));

test.each(stories)("scenario snippet %#", async (code) => {
  const reading = parseScenario(code, { file: "README.md", vocabulary });
  await expect(reading).resolves.toMatchObject({ name: expect.any(String) });
});

test("every YAML snippet is a scenario, the overlay, or the binding of an operation", () => {
  const others = snippets("yaml").filter((code) => !stories.includes(code));
  expect(others.map((code) => code.split("\n")[0])).toEqual(["overlay: 1.1.0", "x-batch-sim:"]);
});

test("what only a checkout has is said to be of a checkout, for the package's readers don't have it", () => {
  const blocks = readme().split(/\n\n(?!```)/);
  const ofCheckout = /`(src|test|scripts|bench|\.ci)\/|\bnpm (ci|run)\b/;
  const found = blocks.filter((block) => ofCheckout.test(block));
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter((block) => !block.includes("checkout"))).toEqual([]);
});

test("shell snippets name commands and options that there are", () => {
  const help = helpText();
  const commands = snippets("sh").flatMap((code) => code.match(/npx batch-sim[^\n#&]*/g) ?? []);
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) {
    for (const option of command.match(/--[a-z-]+/g) ?? []) expect(help).toContain(option);
  }
});
