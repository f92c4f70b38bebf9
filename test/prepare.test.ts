import { spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

const folder = mkdtempSync(join(tmpdir(), "batch-sim-prepare-"));
const { NODE_OPTIONS: _, ...env } = process.env;

/** A copy of the checkout: its build doesn't affect this one's. */
beforeAll(() => {
  for (const name of [
    ...["src", "scripts", "data", "scenarios", "overlays", "openapi.yaml"],
    ...["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"],
  ])
    cpSync(name, join(folder, name), { recursive: true });
  cpSync("packages", join(folder, "packages"), {
    recursive: true,
    filter: (path) => !path.endsWith("node_modules"),
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const BUILDING = "batch-sim: building dist/, which takes about half a minute\n";

test("npm's second installation of a clone does not build it a second time", async () => {
  await noteBuilt();
  expect(await run("scripts/prepare.mjs")).toEqual({ code: 0, printed: "" });
});

test.each(["data/names/texts.yaml", "overlays/openai.yaml"])(
  "after a change of %s, everything is built, and a line says so at once",
  async (file) => {
    await noteBuilt();
    appendFileSync(join(folder, file), "\n");
    expect(await firstLineOf("scripts/prepare.mjs")).toBe(BUILDING);
  },
);

test("without dist/, everything is built", async () => {
  rmSync(join(folder, "dist"), { recursive: true });
  expect(await firstLineOf("scripts/prepare.mjs")).toBe(BUILDING);
});

async function noteBuilt(): Promise<void> {
  await run(
    "-e",
    'import("./scripts/built-from.mjs").then(async (it) => it.noteBuilt(await it.hashOfSources()))',
  );
}

function start(...args: readonly string[]) {
  mkdirSync(join(folder, "dist"), { recursive: true });
  return spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
}

async function run(...args: readonly string[]) {
  const child = start(...args);
  const code = new Promise((done) => child.on("close", done));
  return { printed: await text(child.stderr), code: await code };
}

/** The build itself takes long, so it is ended. */
async function firstLineOf(script: string): Promise<string> {
  const child = start(script);
  const ended = new Promise((done) => child.on("close", done));
  const line = await new Promise<string>((resolve) => {
    child.stderr.once("data", (chunk) => resolve(String(chunk)));
    void ended.then(() => resolve(""));
  });
  child.kill("SIGKILL");
  await ended;
  return line;
}
