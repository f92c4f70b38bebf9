import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { XMLParser } from "fast-xml-parser";
import type { ExploreReport } from "../../src/explore/report/explore-report.ts";
import { type Ended, Program, run } from "../cli/process.ts";
import { jenkinsProblems } from "../findings/report/jenkins-junit.ts";
import { parseXml } from "../findings/report/xml.ts";

const CLIENT = resolve("test", "explore", "client.mjs");
const isValid = new Ajv2020().compile(
  JSON.parse(await readFile("dist/explore.schema.json", "utf8")),
);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "explore-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Explores a client with these defects, with reports in a separate folder. */
async function explored(
  name: string,
  options: readonly string[],
  defects: readonly string[] = [],
): Promise<Ended & { readonly report: ExploreReport }> {
  const words = ["explore", "--report-dir", name, ...options, "--", "node", CLIENT, ...defects];
  const ended = await run(words, { cwd: folder });
  return { ...ended, report: await reportIn(name) };
}

async function reportIn(name: string): Promise<ExploreReport> {
  const text = await readFile(join(folder, name, "explore.json"), "utf8").catch(() => "{}");
  return JSON.parse(text);
}

const verdictsIn = ({ results }: ExploreReport): readonly (readonly [string, string])[] =>
  results.map(({ id, verdict }) => [id, verdict]);

test("a report has the verdicts, the scenarios, and the commands, and is the same each time", async () => {
  const { code, stderr, report } = await explored("once", ["--runs", "2", "--parallel", "2"]);
  expect(stderr).toContain("2 of ");
  expect(stderr).toContain(
    "On the clock `poll`, explore can't see how long the client waits, such as for Retry-After: run it once with `--clock 60x`, too.",
  );
  expect(code).toBe(0);
  expect(isValid(report)).toBe(true);
  expect(report.results).toHaveLength(2);
  expect(report.notRun).toHaveLength(report.planned - 2);
  expect(report.looksAtOutputs).toBe(true);
  const [first] = report.results;
  expect(first?.repeat).toBe(`npx batch-sim exec --scenario ${first?.scenario} -- node ${CLIENT}`);
  const files = await readdir(join(folder, "once"));
  expect(files).toEqual(expect.arrayContaining(["explore.html", "explore.json", "junit.xml"]));
  const junit = await readFile(join(folder, "once", "junit.xml"), "utf8");
  const parsed = new XMLParser({ ignoreAttributes: false }).parse(junit);
  expect(parsed.testsuites["@_tests"]).toBe("2");
  expect(jenkinsProblems(parseXml(junit))).toEqual([]);
  const again = await explored("again", ["--runs", "2", "--parallel", "1"]);
  expect(verdictsIn(again.report)).toEqual(verdictsIn(report));
});

test("--resume continues, and --keep makes a scenario a regression test", async () => {
  await explored("resumed", ["--runs", "1"]);
  const { report } = await explored("resumed", ["--runs", "1", "--resume"]);
  expect(report.results).toHaveLength(2);
  const other = await explored("resumed", ["--runs", "1", "--resume"], ["passes anyway"]);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("the same command")]);
  const { stdout } = await run(["explore", "--report-dir", "resumed", "--keep", "fails-at-start"], {
    cwd: folder,
  });
  const [kept, command = ""] = stdout.trim().split("\n");
  expect(kept).toBe("scenarios/fails-at-start.yaml");
  const ended = await run(command.split(" ").slice(2), { cwd: folder });
  expect(ended.code).toBe(1);
});

test("a client that passes although its job failed has a false success, which fails the run", async () => {
  const { code, report, stderr } = await explored("false", ["--runs", "1"], ["passes anyway"]);
  expect(code).toBe(3);
  expect(verdictsIn(report)).toContainEqual(["fails-at-start", "false-success"]);
  expect(stderr).toContain("false success: Every job fails at its start.");
  const baseline = join(folder, "false", "explore.json");
  const again = await explored(
    "false-again",
    ["--runs", "1", "--baseline", baseline],
    ["passes anyway"],
  );
  expect(again.code).toBe(0);
  const better = await explored("better", ["--runs", "1", "--baseline", baseline]);
  expect(better.stderr).toContain(
    "Better: Every job fails at its start. (false-success → failed-loudly)",
  );
});

test("a client that doesn't end is hung, and is killed with everything that it started", async () => {
  const options = ["--runs", "1", "--timeout", "3s", "--fail-on", "hung"];
  const words = ["--report-dir", "hung", ...options, "--", "node", CLIENT, "polls forever"];
  const program = new Program(["explore", ...words], { cwd: folder });
  const { code } = await program.ended;
  expect(verdictsIn(await reportIn("hung"))).toEqual([["fails-at-start", "hung"]]);
  expect(code).toBe(3);
  const mark = `BATCH_SIM_EXPLORE_RUN=${program.child.pid}-`;
  const left = execFileSync("sh", ["-c", "cat /proc/[0-9]*/environ 2>/dev/null || true"], {
    maxBuffer: 1024 ** 3,
  });
  expect(left.includes(mark)).toBe(false);
});

test("a first run that fails ends the exploration with its exit code", async () => {
  const { code, stderr } = await explored("failed", [], ["fails"]);
  expect([code, stderr]).toEqual([5, expect.stringContaining("failed with exit code 5")]);
  const words = ["explore", "--report-dir", "silent", "--", "true"];
  const silent = await run(words, { cwd: folder });
  expect([silent.code, silent.stderr]).toEqual([3, expect.stringContaining("got none")]);
});

test("Ctrl+C writes the report on what has run", async () => {
  const words = ["--report-dir", "interrupted", "--parallel", "1", "--", "node", CLIENT];
  const program = new Program(["explore", ...words], { cwd: folder });
  program.child.stderr.on("data", (chunk) => {
    if (String(chunk).includes("2/")) program.child.kill("SIGINT");
  });
  const { code } = await program.ended;
  expect(code).toBe(0);
  const { results, notRun, planned } = await reportIn("interrupted");
  expect(results.length).toBeGreaterThanOrEqual(2);
  expect(notRun).toHaveLength(planned - results.length);
});
