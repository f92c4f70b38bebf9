import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { reportPage, writeReports } from "../../src/cli/output/write-reports.ts";
import { readTrace, traceText } from "../../src/control/shared/trace-text.ts";
import { recordedSandboxes, recordingOf, shownPreview } from "../../src/viewer/model/recording.ts";
import { run } from "../cli/process.ts";
import { startTestSimulator } from "../support/simulator.ts";

const HOSTILE = "</script><script>alert(1)</script>";

async function recorded() {
  await using sim = await startTestSimulator({ clock: "manual" });
  await sim.client.submit({ inputs: [HOSTILE] });
  await sim.client.create({ inputs: 5 });
  await using box = await sim.sandbox({ name: "ended", scenario: "job-fails-midway" });
  await sim.clientOf(box.apiKey).submit({ inputs: ["a"] });
  await box.control.delete();
  return { trace: await sim.control.trace(), report: sim.report() };
}

test("a trace keeps everything, and leads to the same page", async () => {
  const run = await recorded();
  const text = traceText(run);
  expect(JSON.parse(text.split("\n")[0] ?? "")).toEqual({
    kind: "trace",
    format: 1,
    version: run.trace.version,
  });
  const kinds = text.split("\n").map((line) => /^\{"kind":"(\w+)"/.exec(line)?.[1]);
  expect(kinds.filter((kind) => kind === "finding")).toHaveLength(run.report.findings.length);
  expect(readTrace(text)).toEqual(JSON.parse(JSON.stringify(run)));
  expect(text).not.toContain("Key sim-key");
  for (const [wrong, found] of [
    ["{}", "the first line is not the header of a trace with `format` 1"],
    [text.replace("{", "["), "line 1 is not a JSON object"],
    [text.split("\n").slice(0, 1).join(""), "the report at its end is missing"],
  ] as const)
    expect(() => readTrace(wrong)).toThrow(found);
});

test("the page needs nothing else, and strings in it are not code", async () => {
  const run = await recorded();
  const page = await reportPage(run.report, traceText(run));
  expect(page).not.toContain(HOSTILE);
  // The browser takes much longer to decode other characters.
  expect(page.replace(/[\t\n -~]/g, "")).toBe("");
  expect(page.match(/<script\b[^>]*>/g)).toEqual([
    '<script class="trace" type="application/x-ndjson">',
    "<script>",
  ]);
  expect(page).not.toMatch(/<[a-z]+ [^>]*\b(src|href)="(?!data:,)/);
  expect(page).toContain(`content="default-src 'none'; script-src 'unsafe-inline';`);
});

test("a run has its sandboxes, and what is known of those that have ended", async () => {
  const run = await recorded();
  const names = recordedSandboxes(run).map(({ name }) => name);
  expect(names).toHaveLength(2);
  const [live = "", ended = ""] = names.toSorted((a) => (a === "ended" ? 1 : -1));
  const recording = recordingOf(run, live);
  expect(recording?.exchanges.map(({ id, status }) => [id, status])).toEqual([
    [1, 200],
    [2, 422],
  ]);
  expect(recording?.findings.map(({ id }) => id)).toContain("invalid-request");
  const kept = recordingOf(run, ended);
  expect(kept?.timelines.map(({ phases }) => phases.map(({ state }) => state))).toEqual([
    ["queued"],
  ]);
  expect(run.report.lives.filter(({ sandbox }) => sandbox === "ended")).toEqual([
    {
      sandbox: "ended",
      jobId: kept?.timelines[0]?.jobId,
      until: kept?.sandbox.now,
      phases: [{ state: "queued", from: kept?.sandbox.now }],
      requests: [{ id: 1, at: kept?.sandbox.now, operationId: "createJob", status: 200 }],
    },
  ]);
  expect(kept?.exchanges).toMatchObject([{ id: 1, operationId: "createJob", status: 200 }]);
  expect(recordingOf(run, "no such")).toBeUndefined();
});

test("a sandbox that has ended keeps the title that people gave it", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const box = await sim.sandbox({ name: "a test: with a title" });
  await sim.clientOf(box.apiKey).submit({ inputs: ["a"] });
  await box.control.delete();
  const run = { trace: await sim.control.trace(), report: sim.report() };
  const [ended] = recordedSandboxes(run);
  expect(ended).toMatchObject({ title: "a test: with a title", jobs: 1, byteLength: 0 });
  expect(recordingOf(run, ended?.name ?? "")?.sandbox).toEqual(ended);
});

test("a replaced sandbox's scenario is in the script that repeats its requests, although the next one has a built-in scenario", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  for (const scenario of ["seed: 5\n", "slow-job"]) {
    const box = await sim.sandbox({ name: "again", replace: true, scenario });
    const init = { method: "POST", headers: { authorization: `Key ${box.apiKey}` }, body: "{" };
    await fetch(`${sim.baseUrl}/batch-inference`, init);
  }
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-reports-"));
  const trace = await sim.control.trace();
  const files = await writeReports(sim.report(), folder, { failOn: "never", trace });
  expect(files).toContain(join(folder, "reproduce.sh"));
  expect(await readFile(join(folder, "reproduce.sh"), "utf8")).toContain("printf %s 'seed: 5\n'");
  await rm(folder, { recursive: true });
});

test("a trace has what clients would see of a job at each change, and now", async () => {
  await using sim = await startTestSimulator({ clock: "manual", scenario: "slow-job" });
  const jobId = await sim.client.submit({ inputs: ["a", "b", "c", "d"] });
  const { createdAt } = await sim.control.jobs.get(jobId);
  const now = createdAt + 1_200_000;
  await sim.clock.advanceTo(now);
  const [traced] = (await sim.control.trace()).sandboxes;
  const previews = traced?.jobs[0]?.previews ?? [];
  const { timeline } = await sim.control.jobs.get(jobId);
  const changes = [...timeline.map(({ from }) => from), now].sort((a, b) => a - b);
  expect(previews.map(({ from }) => from)).toEqual(changes);
  for (const from of changes) {
    const { responses } = await sim.control.jobs.preview(jobId, from);
    expect(shownPreview(previews, from)).toEqual({ from, responses });
    expect(shownPreview(previews, from + 1)).toEqual({ from, responses });
  }
  expect(shownPreview(previews, createdAt - 1)).toBeUndefined();
});

test("a trace survives an output function that fails, and has no secrets in what clients would see", async () => {
  await using sim = await startTestSimulator({
    clock: "manual",
    overlays: ["client-sdk"],
    scenario: "instant",
    output: ({ input }) => {
      if (input === "bad") throw new TypeError("broken");
      return "good";
    },
  });
  await sim.client.submit({ inputs: ["bad"] });
  await sim.client.submit({ inputs: ["a"], description: "https://files.test/a?key=hidden" });
  const [traced] = (await sim.control.trace()).sandboxes;
  expect(traced?.jobs.map(({ previews }) => previews !== undefined)).toEqual([false, true]);
  expect(JSON.stringify(traced?.jobs[1]?.previews)).toContain("https://files.test/a?key=***");
});

test("show writes the page for a trace next to it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-show-"));
  const file = join(folder, "trace.ndjson");
  await writeFile(file, traceText(await recorded()));
  const page = join(folder, "trace.html");
  expect(await run(["show", file])).toMatchObject({
    code: 0,
    stdout: `${pathToFileURL(page).href}\n`,
  });
  expect(await readFile(page, "utf8")).toMatch(/^<!doctype html>/);
  expect(await run(["show", page])).toMatchObject({
    code: 2,
    stderr: `batch-sim: Failed to show the trace \`${page}\`: line 1 is not a JSON object. \`exec\` and \`report\` write traces with \`--report-dir\`.\n`,
  });
});
