import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

const NAMES = readdirSync("examples");
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const folder = mkdtempSync(join(tmpdir(), "batch-sim-examples-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies an example into an empty folder, as a user would, without anything that was installed or written there. */
function copyOf(name: string): string {
  const target = join(folder, name);
  const isOwn = (path: string): boolean => !/node_modules|reports|__pycache__/.test(path);
  cpSync(join("examples", name), target, { recursive: true, filter: isOwn });
  return target;
}

const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => join(root, path))
    .filter((path) => statSync(path).isFile());

test.each(NAMES)("%s needs nothing outside its folder", (name) => {
  const root = copyOf(name);
  for (const file of filesIn(root)) {
    const text = readFileSync(file, "utf8");
    // If the file is in a subfolder, one level up is still inside.
    const isBelow = file.slice(root.length + 1).includes("/");
    expect([file, text.match(isBelow ? /\.\.\/\.\./ : /file:|\.\.\//)]).toEqual([file, null]);
    expect([file, text.match(/\bexamples\//)]).toEqual([file, null]);
  }
});

test.each(["jest", "vitest"])("%s installs a published version, of which this is one", (name) => {
  const text = readFileSync(join(copyOf(name), "package.json"), "utf8");
  const { devDependencies } = JSON.parse(text) as { devDependencies: Record<string, string> };
  const [major, minor] = version.split(".");
  expect(devDependencies["batch-sim"]).toBe(`^${major}.${minor}.0`);
});

test("the Python example says how to run it", () => {
  const code = "from batch_sim import Sandbox; Sandbox('x')";
  const { BATCH_SIM_CONTROL_URL: _, ...env } = process.env;
  const { status, stderr } = spawnSync("python3", ["-B", "-c", code], {
    cwd: copyOf("python"),
    env,
    encoding: "utf8",
  });
  expect([status, stderr.trimEnd().split("\n").at(-1)]).toEqual([
    1,
    "RuntimeError: BATCH_SIM_CONTROL_URL is not set. Run the tests with `npx batch-sim exec --clock poll -- python3 -m unittest`.",
  ]);
});
