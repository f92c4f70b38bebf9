import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { transform } from "@swc/core";

/** A module as a page shows it, in TypeScript or JavaScript. */
export type Source = { readonly name: string; readonly code: string };

/** What happened when it ran: the lines that it printed, and its error, or "". */
export type Outcome = { readonly output: readonly string[]; readonly error: string };

/** TypeScript as Node.js 20 can run it. */
const COMPILING = {
  jsc: { target: "es2022", parser: { syntax: "typescript" } },
  module: { type: "es6" },
} as const;

/** Stands in for vitest and jest: runs each test when the module has been loaded. */
const TEST_RUNNER = `
import { expect } from ${JSON.stringify(import.meta.resolve("expect"))};
globalThis.tests = [];
const test = (name, run) => void globalThis.tests.push(run);
export { expect, test };
`;

const RUNNER = `
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
process.stdout.write(JSON.stringify(outcomes));
process.exit();
`;

/**
 * Runs modules one after the other in one process, where `batch-sim` is the built package, as its users import it.
 * Resolves with an outcome for each name.
 */
export async function runModules(
  sources: readonly Source[],
): Promise<ReadonlyMap<string, Outcome>> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-snippets-"));
  try {
    const files = await writeModules(folder, sources);
    const found = await node(join(folder, "runner.mjs"), [JSON.stringify(files)]);
    return new Map(Object.entries(JSON.parse(found)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the modules next to the packages that they import; resolves with their names and compiled files. */
async function writeModules(
  folder: string,
  sources: readonly Source[],
): Promise<readonly (readonly [string, string])[]> {
  const runner = join(folder, "node_modules", "vitest");
  await mkdir(runner, { recursive: true });
  await symlink(process.cwd(), join(folder, "node_modules", "batch-sim"), "junction");
  await writeFile(join(runner, "package.json"), '{"type":"module","exports":"./index.js"}');
  await writeFile(join(runner, "index.js"), TEST_RUNNER);
  await writeFile(join(folder, "runner.mjs"), RUNNER);
  return Promise.all(
    sources.map(async ({ name, code }, index) => {
      const file = join(folder, `snippet-${index}.mjs`);
      const { code: compiled } = await transform(code, COMPILING);
      await writeFile(file, compiled);
      return [name, file] as const;
    }),
  );
}

/** Runs a script; resolves with its standard output, and rejects if it fails. */
async function node(script: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: "" };
  const child = spawn(process.execPath, [script, ...args], { env });
  const [stdout, stderr, [status]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "close"),
  ]);
  if (status !== 0) throw new Error(`${script} exited with ${status}: ${stderr}`);
  return stdout;
}
