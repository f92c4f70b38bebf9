import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { transform } from "@swc/core";

/** A module as a page shows it, in TypeScript or JavaScript. */
export type Source = { readonly name: string; readonly code: string };

/** The result of running it: the lines that it printed, and its error, or "". */
export type Outcome = { readonly output: readonly string[]; readonly error: string };

/** TypeScript as Node.js 20 can run it. */
const COMPILING = {
  jsc: { target: "es2022", parser: { syntax: "typescript" } },
  module: { type: "es6" },
} as const;

/** Stands in for vitest: runs each test with its fixtures when the module has been loaded. */
const VITEST = `
import { expect } from ${JSON.stringify(import.meta.resolve("expect"))};
const test = (name, run) => void globalThis.tests.push(run);
test.extend = (fixtures) => (name, run) => void globalThis.tests.push(async () => {
  const context = { task: { name, file: { name: "snippet" } } };
  const ends = [];
  for (const [key, entry] of Object.entries(fixtures)) {
    await new Promise((resolve, reject) => {
      const use = (value) => new Promise((end) => {
        context[key] = value;
        ends.unshift(() => (end(), done));
        resolve();
      });
      const done = [entry].flat()[0](context, use);
      done.catch(reject);
    });
  }
  await run(context);
  for (const end of ends) await end();
});
const inject = () => undefined;
export { expect, inject, test };
`;

/** Stands in for jest, as far as a module without tests uses it. */
const JEST_GLOBALS = `
for (const hook of ["beforeAll", "beforeEach", "afterEach", "afterAll"]) exports[hook] = () => {};
exports.expect = {};
`;

const RUNNER = `
import { writeFileSync } from "node:fs";
import { format } from "node:util";
const outcomes = {};
for (const [name, file] of JSON.parse(process.argv[2])) {
  const output = [];
  console.log = (...values) => output.push(format(...values));
  let error = "";
  globalThis.tests = [];
  try {
    await import(file);
    for (const run of globalThis.tests) await run();
  } catch (thrown) {
    error = String(thrown?.stack ?? thrown);
  }
  outcomes[name] = { output, error };
}
writeFileSync(process.argv[3], JSON.stringify(outcomes));
process.exit(0);
`;

/**
 * Runs modules one after another in one process, in which `batch-sim` is the built package, as its users import it. Resolves
 * with an outcome for each name.
 */
export async function runModules(
  sources: readonly Source[],
): Promise<ReadonlyMap<string, Outcome>> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-snippets-"));
  try {
    const files = await writeModules(folder, sources);
    const outcomes = join(folder, "outcomes.json");
    await node(join(folder, "runner.mjs"), [JSON.stringify(files), outcomes]);
    return new Map(Object.entries(JSON.parse(await readFile(outcomes, "utf8"))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the modules next to the packages that they import; resolves with their names and compiled files. */
async function writeModules(
  folder: string,
  sources: readonly Source[],
): Promise<readonly (readonly [string, string])[]> {
  const packages = join(folder, "node_modules");
  for (const [name, file, text] of [
    ["vitest", "index.mjs", VITEST],
    ["@jest/globals", "index.cjs", JEST_GLOBALS],
  ] as const) {
    await mkdir(join(packages, name), { recursive: true });
    await writeFile(join(packages, name, "package.json"), JSON.stringify({ exports: `./${file}` }));
    await writeFile(join(packages, name, file), text);
  }
  await mkdir(join(packages, "batch-sim"));
  for (const name of ["package.json", "dist", "openapi.yaml", "scenarios", "overlays"])
    await symlink(resolve(name), join(packages, "batch-sim", name));
  await writeFile(join(folder, "runner.mjs"), RUNNER);
  return Promise.all(
    sources.map(async ({ name, code }, index) => {
      const extension = /\brequire\(/.test(code) ? "cjs" : "mjs";
      const file = join(folder, `snippet-${index}.${extension}`);
      const { code: compiled } = await transform(code, COMPILING);
      await writeFile(file, compiled);
      return [name, file] as const;
    }),
  );
}

/** Runs a script; rejects if it fails. */
async function node(script: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: "" };
  // Otherwise, the package would look for the test runners in this checkout.
  const flags = ["--preserve-symlinks", "--preserve-symlinks-main"];
  const child = spawn(process.execPath, [...flags, script, ...args], {
    env,
    // Tests that `node:test` runs are reported to standard output.
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [stderr, [status]] = await Promise.all([textOf(child.stderr), once(child, "close")]);
  if (status !== 0) throw new Error(`${script} exited with ${status}: ${stderr}`);
}
