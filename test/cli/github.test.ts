import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { annotations, stepSummary } from "../../src/cli/output/github.ts";
import type { Finding } from "../../src/findings/finding.ts";
import type { Report } from "../../src/findings/report/report-of.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { run } from "./process.ts";

const BREACH = `fetch(process.env.BATCH_SIM_BASE_URL + "/list-jobs", { headers: { authorization: "Bearer x" } })`;

/** The report of a simulator whose client did nothing, with its findings replaced. */
async function reportWith(findings: readonly Partial<Finding>[]): Promise<Report> {
  await using sim = await startTestSimulator();
  const report = sim.report();
  return {
    ...report,
    findings: findings.map((each) => ({
      ...{ id: "key-malformed", severity: "error", sentence: "S.", cure: "C.", exchanges: [] },
      ...{ exchangeCount: 0, evidence: [], repeat: "", sandbox: "a", scenario: "s" },
      isExpected: false,
      ...each,
    })) as readonly Finding[],
  };
}

test("each kind of error and warning is one annotation, escaped as GitHub requires", async () => {
  const report = await reportWith([
    { sentence: "50%, got `a:b`.\r\nAnd more.", cure: "Do: x, y." },
    {
      id: "polled-too-fast",
      severity: "warning",
      sentence: "Fast.",
      cure: "Wait.",
      jobId: "job-1",
    },
    {
      id: "polled-too-fast",
      severity: "warning",
      sentence: "Fast.",
      cure: "Wait.",
      jobId: "job-2",
    },
    { id: "assumption-relied-on", severity: "info" },
    { id: "unknown-job", isExpected: true },
  ]);
  expect(annotations(report)).toEqual([
    "::error title=batch-sim%3A key-malformed::50%25, got `a:b`.%0D%0AAnd more.%0ADo: x, y.",
    "::warning title=batch-sim%3A polled-too-fast (2 jobs)::Fast.%0AWait.",
  ]);
});

test("the summary is Markdown in which findings can't start markup", async () => {
  const sentence = "Got <b>\n# x & `y <&*`, GET /a?key=***&sig=***, ``z`<``, ```<i>`.";
  const report = await reportWith([{ sentence }]);
  expect(stepSummary(report)).toBe(`### batch-sim: 0 errors, 0 warnings, 0 infos

0 sandboxes, 0 jobs, 0 exchanges, coverage 0%

- **error** \`key-malformed\`
  - Got \\<b\\> # x \\& \`y <&*\`, GET /a?key=\\*\\*\\*\\&sig=\\*\\*\\*, \`\`z\`<\`\`, \`\`\`\\<i\\>\`.
  - *What to do:* C.

`);
});

test.each([
  [50, "… and 26 more kinds of findings"],
  [25, "… and 1 more kind of findings"],
])("the summary of %d kinds of findings is bounded", async (length, end) => {
  const ids = Array.from({ length }, (_, index) => `k${index}` as Finding["id"]);
  const report = await reportWith(ids.map((id) => ({ id, sentence: "x".repeat(2000) })));
  const text = stepSummary(report);
  expect(text.length).toBeLessThan(52_000);
  expect(text.slice(-40)).toMatch(new RegExp(`\n${end}\n\n$`));
});

test("exec writes both in a GitHub workflow, and neither elsewhere", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "batch-sim-github-")), "summary.md");
  const args = ["exec", "--", process.execPath, "-e", BREACH];
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: file };
  const [there, elsewhere] = [await run(args, { env }), await run(args)];
  expect([there.code, elsewhere.code]).toEqual([3, 3]);
  expect(there.stderr).toMatch(/^::error title=batch-sim%3A key-malformed::/m);
  expect(elsewhere.stderr).not.toContain("::error");
  expect(await readFile(file, "utf8")).toMatch(/^### batch-sim: 1 error, /);
});

test("a summary that can't be written doesn't fail the run", async () => {
  const args = ["exec", "--", process.execPath, "-e", ""];
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "/no/such/folder/file" };
  const { code, stderr } = await run(args, { env });
  expect(code).toBe(0);
  expect(stderr).toContain("batch-sim: Failed to write the step summary: ENOENT");
});
