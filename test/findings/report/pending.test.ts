import { expect, test } from "@jest/globals";
import { decidedReport, fails } from "../../../src/findings/report/fails.ts";
import { terminalReport } from "../../../src/findings/report/terminal-report.ts";
import { expectNoFindings } from "../../../src/index.ts";
import { startTestSimulator } from "../../support/simulator.ts";

const same = (text: string): string => text;
const PLAIN = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same };

test("what a client has not done yet is pending while its sandbox is in use, and decided when that ends", async () => {
  await using sim = await startTestSimulator();
  const box = await sim.sandbox({ name: "unfinished" });
  const headers = { authorization: `Key ${box.apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ inputs: ["a"] });
  await fetch(`${box.baseUrl}/batch-inference`, { method: "POST", headers, body });
  await fetch(`${box.baseUrl}/batch-inference`, { method: "POST", headers, body: "{}" });
  const during = sim.report();
  expect(during.findings.map(({ id, isPending }) => [id, isPending]).slice(0, 2)).toEqual([
    ["invalid-request", undefined],
    ["never-looked-at", true],
  ]);
  expect(during.summary).toMatchObject({ errors: 1, warnings: 1, pending: 1 });
  expect(during.findings.filter((finding) => fails(finding, "warning"))).toHaveLength(1);
  const text = terminalReport(during, PLAIN);
  expect(text).toContain("(1 pending until the sandbox ends)");
  expect(text).toContain("pending  never-looked-at");
  // A test that expects no findings declares that the client has finished.
  await expect(expectNoFindings(box)).rejects.toThrow("never requested its status or results");
  expect(decidedReport(during).summary.pending).toBe(0);
  await box[Symbol.asyncDispose]();
  const after = sim.report();
  expect(after.summary).toMatchObject({ errors: 1, warnings: 1, pending: 0 });
  expect(after.findings.filter(({ isPending }) => isPending === true)).toEqual([]);
});
