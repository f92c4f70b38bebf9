import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { lint as lintFiles } from "../../src/cli/commands/lint.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-lint-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Lints files with these texts, a.yaml first; omits the folder's name from the output. */
async function lint(
  texts: readonly string[],
  options: Parameters<typeof lintFiles>[0] = {},
): Promise<{ exitCode: number; out: string[]; err: string[] }> {
  const lines = { out: [] as string[], err: [] as string[] };
  const files = texts.map((_, index) => join(folder, `${"abc"[index]}.yaml`));
  for (const [index, text] of texts.entries()) await writeFile(files[index] ?? "", text);
  const collect = (list: string[]) => (line: string) =>
    void list.push(line.replaceAll(`${folder}/`, ""));
  const exitCode = await lintFiles(options, files, collect(lines.out), collect(lines.err));
  return { exitCode, ...lines };
}

const CLEAN = "profiles: [{ running: 1m }]";
const DOUBTFUL = "faults: [{ on: getJob, status: 418 }]";
const WARNING =
  "1:32 faults.0.status: The spec declares no `418` response for `getJob`. Ignore this if the rule simulates a gateway's response. [warning undeclared-status]";
const UNREACHABLE = "profiles: [{ running: 1m }, { running: 2m }]";
const WRONG = "sed: 1\nprofiles: [{ running: x, outcome: { stuck: { in: running, at: 2 } } }]";

test("clean files have nothing said against them", async () => {
  expect(await lint([CLEAN, CLEAN])).toEqual({
    exitCode: 0,
    out: [],
    err: ["0 problems and 0 warnings in 2 files."],
  });
});

test("a warning is said, and fails only where it is to", async () => {
  const expected = { out: [`a.yaml:${WARNING}`], err: ["0 problems and 1 warning in 1 file."] };
  expect(await lint([DOUBTFUL])).toEqual({ exitCode: 0, ...expected });
  expect(await lint([DOUBTFUL], { strict: true })).toEqual({ exitCode: 1, ...expected });
});

test("problems of all files are said in the order of the files", async () => {
  expect(await lint([WRONG, DOUBTFUL, UNREACHABLE])).toEqual({
    exitCode: 1,
    out: [
      "a.yaml:1:1 sed: Unknown key `sed`. Did you mean `seed`? [error]",
      expect.stringMatching(
        /^a\.yaml:2:23 profiles\.0\.running: Expected .*, got `"x"`.* \[error\]$/,
      ),
      expect.stringMatching(/^a\.yaml:2:63 profiles\.0\.outcome\.stuck\.at: .* \[error\]$/),
      `b.yaml:${WARNING}`,
      "c.yaml:1:29 profiles.1: No job gets this profile: profiles.0 comes first and matches the same jobs. Move this profile before profiles.0, or narrow the `when` of profiles.0. [error unreachable-profile]",
    ],
    err: ["4 problems and 1 warning in 3 files."],
  });
});

test("a status that the scenario's own assumptions declare causes no warning", async () => {
  const fault = "faults: [{ on: getResults, status: 425 }]";
  expect((await lint([fault])).out).toHaveLength(1);
  const assumed = `assumptions: { results-not-ready: 425 }\n${fault}`;
  expect((await lint([assumed])).out).toEqual([]);
});

test("a file that can't be read is told of, and the others are linted", async () => {
  const { exitCode, out } = await lint([DOUBTFUL], {});
  expect([exitCode, out.length]).toEqual([0, 1]);
  const lines: string[] = [];
  const files = [join(folder, "none.yaml"), join(folder, "a.yaml")];
  const note = (line: string): void => void lines.push(line);
  const status = await lintFiles({}, files, note, note);
  expect(status).toBe(2);
  expect(lines).toEqual([
    `${folder}/a.yaml:${WARNING}`,
    expect.stringMatching(/^Failed to read the scenario file `.*none\.yaml`: ENOENT/),
    "0 problems and 1 warning in 1 file; 1 file can't be read.",
  ]);
});

test("a built-in scenario is linted by its name, as it is played", async () => {
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  expect(await lintFiles({}, ["slow-job", "cancel-404"], note, note)).toBe(0);
  expect(await lintFiles({}, ["slow-jbo"], note, note)).toBe(2);
  expect(lines).toEqual([
    "0 problems and 0 warnings in 2 files.",
    "Failed to find the scenario `slow-jbo`: no built-in scenario has this name. Did you mean `slow-job`?",
    "1 file can't be read.",
  ]);
});
