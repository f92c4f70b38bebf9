import { expect, test } from "@jest/globals";
import { junitReport } from "../../../src/findings/report/junit.ts";
import { terminalReport } from "../../../src/findings/report/terminal-report.ts";
import { expectNoFindings } from "../../../src/index.ts";
import { startTestSimulator } from "../../support/simulator.ts";
import { parseXml } from "./xml.ts";

const same = (text: string): string => text;
const PLAIN = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same };

test("the same finding for three jobs is one entry with its jobs and its evidence", async () => {
  await using sim = await startTestSimulator();
  const jobs: string[] = [];
  for (const input of ["a", "b", "c"]) {
    const jobId = await sim.client.submit({ inputs: [input] });
    await sim.client.follow(jobId);
    jobs.push(jobId);
  }
  const report = sim.report();
  const [first] = report.findings;
  expect(report.summary.warnings).toBe(3);
  expect(first).toMatchObject({
    id: "never-downloaded",
    scenario: "happy-path",
    exchanges: [5],
    evidence: [{ id: 5, method: "GET", url: `/job-status/${jobs[0]}`, status: 200 }],
  });
  const at = new Date(first?.evidence[0]?.at ?? 0).toISOString();
  const sentence = `The client was told that job ${jobs[0]} was SUCCEEDED, but never downloaded its output.`;
  const quote = `#5 GET /job-status/${jobs[0]}: 200, at ${at}`;
  const place = `sandbox sim-key, scenario happy-path: jobs ${jobs.join(", ")}`;
  expect(terminalReport(report, PLAIN).split("\n").slice(2, 6)).toEqual([
    "pending  never-downloaded (3 jobs)",
    `         ${sentence}`,
    `         shown  ${quote}`,
    `         in     ${place}`,
  ]);
  expect(() => expectNoFindings(sim)).toThrow(
    `warning never-downloaded (3 jobs): ${sentence}\n  shown: ${quote}\n  in: ${place}\n`,
  );
  const [suite] = parseXml(junitReport(report, "warning")).children;
  const [testCase, ...others] = suite?.children ?? [];
  expect(testCase?.attributes["name"]).toBe("never-downloaded (3 jobs)");
  expect(testCase?.children[0]?.text).toContain(place);
  expect(others.map(({ attributes }) => attributes["classname"])).not.toContain(
    "batch-sim.never-downloaded",
  );
});

test("findings of a kind that differ in more than the job are cases of one entry", async () => {
  await using sim = await startTestSimulator();
  await sim.client.create({ inputs: [1], job_priority: 7 });
  const lines = terminalReport(sim.report(), PLAIN).split("\n");
  expect(lines.filter((line) => line.startsWith("error"))).toEqual([
    "error    invalid-request (2 times)",
  ]);
  expect(lines.filter((line) => line.includes("POST /batch-inference, `"))).toHaveLength(2);
});
