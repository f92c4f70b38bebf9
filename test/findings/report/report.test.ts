import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { XMLValidator } from "fast-xml-parser";
import { FindingsError } from "../../../src/findings/expect-no-findings.ts";
import { junitReport } from "../../../src/findings/report/junit.ts";
import type { Report } from "../../../src/findings/report/report-of.ts";
import { type Palette, terminalReport } from "../../../src/findings/report/terminal-report.ts";
import { startTestSimulator, type TestSimulator } from "../../support/simulator.ts";
import { jenkinsProblems } from "./jenkins-junit.ts";
import { parseXml } from "./xml.ts";

const INPUTS = ["Great product", "Never again"];
const PLAIN: Palette = paint((text) => text);

function paint(write: (text: string, color: string) => string): Palette {
  const names = ["bold", "dim", "red", "yellow", "green", "cyan"] as const;
  return Object.fromEntries(
    names.map((name) => [name, (text: string) => write(text, name)]),
  ) as Palette;
}

/** A client that violates the contract, once on purpose, abandons a job, and has one that fails. */
async function misbehave(sim: TestSimulator): Promise<Report> {
  sim.expectFinding({ id: "invalid-request" });
  sim.expectFinding({ id: "created-twice" });
  await sim.client.create({ inputs: [], job_priority: "<b>&\u0001" });
  await sim.client.json("GET", "/job-statuses");
  const failed = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(failed);
  await sim.client.jsonResults(failed);
  return sim.report();
}

let sim: TestSimulator;
let report: Report;

beforeAll(async () => {
  sim = await startTestSimulator({ scenario: "job-fails-midway" });
  report = await misbehave(sim);
});

afterAll(() => sim[Symbol.asyncDispose]());

test("a report shows control characters as text instead of sending them to the terminal", async () => {
  await using other = await startTestSimulator();
  await other.client.create({ inputs: ["a"], "\u001b[2J": 1, job_priority: "\u009b31m" });
  const text = terminalReport(other.report(), PLAIN);
  expect(text).toContain("\\u001b[2J");
  expect(text).toContain("\\u009b31m");
  expect(text.match(/[^\P{Cc}\n]/u)).toBeNull();
});

test("values from requests can't start a line, where GitHub Actions would run them as commands", async () => {
  await using other = await startTestSimulator();
  const line = "m\n::error::x\u001b[31m";
  await other.client.create({ inputs: ["a"], model: line, [line]: 1 });
  await other.client.json("GET", `/job-status/${encodeURIComponent(line)}`);
  const { findings, ...rest } = other.report();
  expect(findings.map(({ id }) => id)).toContain("unknown-job");
  const texts = [
    terminalReport({ ...rest, findings }, PLAIN),
    new FindingsError(findings).message,
    ...findings.map(({ sentence }) => sentence),
  ];
  for (const text of texts) {
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toContain("\u001b");
  }
});

test("report.json keeps its published schema", async () => {
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
    JSON.parse(await readFile("dist/report.schema.json", "utf8")),
  );
  expect([validate(JSON.parse(JSON.stringify(report))), validate.errors]).toEqual([true, null]);
  expect(validate({ ...report, form: "other" })).toBe(false);
});

test("expected findings don't count, and one that did not occur is a finding", () => {
  expect(report.summary).toMatchObject({ errors: 1, warnings: 2, expected: 1 });
  expect(
    report.findings
      .filter(({ severity }) => severity !== "info")
      .map(({ id, isExpected }) => [id, isExpected]),
  ).toEqual([
    ["invalid-request", true],
    ["unknown-operation", false],
    ["results-of-unsuccessful", false],
    ["expected-did-not-occur", false],
  ]);
});

test("the terminal's report is short and aligned, with the cure, the basis, and the command to repeat", () => {
  const lines = terminalReport(report, PLAIN).split("\n");
  expect(lines.slice(0, 10)).toEqual([
    "batch-sim report  1 error, 2 warnings, 6 infos (and 1 expected)  1 sandbox, 1 job, 8 exchanges",
    "",
    "error    unknown-operation",
    "         GET /job-statuses: No operation is served at GET `/job-statuses`. The nearest operation is GET /job-status/{job_id}.",
    "         shown  #2 GET /job-statuses: 404, at 2030-01-01T00:00:00.000Z",
    "         in     sandbox sim-key, scenario job-fails-midway",
    "         do     Correct the method or the path; if a similar operation exists, the finding names it.",
    "         see    interface document, part 4 (docs/interface.md#part-4)",
    "         again  npx batch-sim --scenario job-fails-midway --seed 1 --clock poll  # starts the same simulator; `exec --report-dir DIR -- COMMAND` writes a script that also sends the requests",
    "",
  ]);
  expect(lines.slice(-4, -1)).toEqual([
    "not judged  pace (polled-too-fast, no-backoff, retry-after-ignored): on a `manual` or `poll` clock, the time between a client's requests can't be judged; run the tests once on a `real` or scaled clock.",
    "",
    expect.stringMatching(/^coverage {2}\d+% {2}operations 3\/\d+ {2}other parameters/),
  ]);
});

test("a finding quotes the rule of the interface document that it is based on", () => {
  const { section, sectionText } =
    report.findings.find(({ id }) => id === "results-of-unsuccessful") ?? {};
  expect([section, sectionText]).toEqual([
    "4.2, rule 2",
    "Results are available only for jobs that completed successfully.",
  ]);
});

test("the terminal's colors follow the worst finding", () => {
  const colored = terminalReport(
    report,
    paint((text, color) => `<${color}>${text}</>`),
  );
  expect(colored).toContain("<red>1 error, 2 warnings, 6 infos (and 1 expected)</>");
  expect(colored).toContain("<yellow>warning</>");
});

test("junit.xml is well-formed; a finding at or above the limit is a failed case, and one below it passes with output", () => {
  // A parser that is not ours has the first word.
  expect(XMLValidator.validate(junitReport(report, "error"))).toBe(true);
  const suites = parseXml(junitReport(report, "error"));
  expect([suites.name, suites.attributes]).toEqual([
    "testsuites",
    { name: "batch-sim", tests: "10", failures: "1", errors: "0" },
  ]);
  const [suite] = suites.children;
  expect(
    suite?.children
      .map(({ attributes, children }) => [attributes["classname"], children[0]?.name])
      .slice(0, 4),
  ).toEqual([
    ["batch-sim.invalid-request", "system-out"],
    ["batch-sim.unknown-operation", "failure"],
    ["batch-sim.results-of-unsuccessful", "system-out"],
    ["batch-sim.assumption-relied-on", "system-out"],
  ]);
  const failuresAt = (failOn: "warning" | "never") =>
    parseXml(junitReport(report, failOn)).attributes["failures"];
  expect([failuresAt("warning"), failuresAt("never")]).toEqual(["3", "0"]);
});

test.each(["error", "warning", "never"] as const)(
  "junit.xml is valid for Jenkins if it fails on %s",
  (failOn) => {
    expect(jenkinsProblems(parseXml(junitReport(report, failOn)))).toEqual([]);
    expect(jenkinsProblems(parseXml(junitReport({ ...report, findings: [] }, failOn)))).toEqual([]);
  },
);

test("what Jenkins doesn't accept is noticed", () => {
  const text =
    '<testsuites skipped="1"><testsuite name="a" tests="1" failures="0"><testcase file="b">c<note/></testcase></testsuite></testsuites>';
  expect(jenkinsProblems(parseXml(text))).toEqual([
    "testsuites can't have @skipped",
    "testsuites/testsuite lacks @errors",
    "testsuites/testsuite/testcase lacks @name",
    "testsuites/testsuite/testcase can't have @file",
    "testsuites/testsuite/testcase can't have text",
    "testsuites/testsuite/testcase can't have <note>",
  ]);
});

test("without findings, junit.xml has one passing case", () => {
  const clean = { ...report, findings: [] };
  const [suite] = parseXml(junitReport(clean, "error")).children;
  expect(suite?.children).toEqual([
    {
      name: "testcase",
      attributes: { classname: "batch-sim", name: "no findings", time: "0" },
      children: [],
      text: "",
    },
  ]);
});
