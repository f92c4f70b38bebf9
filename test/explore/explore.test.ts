import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { XMLParser } from "fast-xml-parser";
import { Program, run } from "../cli/process.ts";
import { jenkinsProblems } from "../findings/report/jenkins-junit.ts";
import { parseXml } from "../findings/report/xml.ts";
import { CLIENT, explored, folder, reportIn, verdictsIn } from "./explored.ts";

const isValid = new Ajv2020().compile(
  JSON.parse(await readFile("dist/explore.schema.json", "utf8")),
);

test("a report has the verdicts, the scenarios, and the commands, and is the same each time", async () => {
  const { code, stderr, report } = await explored("once", [
    "--runs",
    "2",
    "--parallel",
    "2",
    "--seed",
    "-5",
  ]);
  expect(stderr).toContain("2 of ");
  expect(stderr).toContain(
    "On the clock `poll`, explore can't see how long the client waits, for example after Retry-After. Also run explore once with `--clock 60x`.",
  );
  expect(code).toBe(0);
  expect(isValid(report)).toBe(true);
  expect(report.results).toHaveLength(2);
  expect(report.notRun).toHaveLength(report.planned - 2);
  expect(report.looksAtOutputs).toBe(true);
  const [first] = report.results;
  expect(first?.repeat).toBe(
    `npx batch-sim exec --scenario ${first?.scenario} --seed -5 -- node ${CLIENT}`,
  );
  const files = await readdir(join(folder, "once"));
  expect(files).toEqual(expect.arrayContaining(["explore.html", "explore.json", "junit.xml"]));
  const junit = await readFile(join(folder, "once", "junit.xml"), "utf8");
  const parsed = new XMLParser({ ignoreAttributes: false }).parse(junit);
  expect(parsed.testsuites["@_tests"]).toBe("2");
  expect(jenkinsProblems(parseXml(junit))).toEqual([]);
  const again = await explored("again", ["--runs", "2", "--parallel", "1", "--seed", "-5"]);
  expect(verdictsIn(again.report)).toEqual(verdictsIn(report));
});

test("a first run that fails ends the exploration with its exit code", async () => {
  const { code, stderr } = await explored("failed", [], ["fails"]);
  expect([code, stderr]).toEqual([5, expect.stringContaining("failed with exit code 5")]);
  const words = ["explore", "--report-dir", "silent", "--", "true"];
  const silent = await run(words, { cwd: folder });
  expect([silent.code, silent.stderr]).toEqual([3, expect.stringContaining("got none")]);
});

test("a name in `survive` that is neither an operation nor an experiment ends the exploration", async () => {
  const withNames = async (...survive: readonly string[]) => {
    const config = join(folder, "survive.json");
    await writeFile(config, JSON.stringify({ expect: { survive } }));
    const words = ["--report-dir", "survive", "--runs", "1", "--config", config];
    return run(["explore", ...words, "--", "node", CLIENT], { cwd: folder });
  };
  const wrong = await withNames("getJobStatus", "getJobStatusX", "nope", "fails");
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    "batch-sim: Expected `expect.survive` to list operations, experiment IDs, or prefixes of these IDs, got `getJobStatusX`, `nope`. Did you mean `getJobStatus`?\n",
  ]);
  // The client doesn't call the first operation, and the clock and plain text skip experiments.
  const skipped = ["get-job-status-queued-its-response", "row-not"];
  const right = await withNames("listJobs", "lifecycle", ...skipped);
  expect(right.code).toBe(3);
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
