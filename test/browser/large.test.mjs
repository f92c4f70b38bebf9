import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startSimulator } from "../../dist/index.js";
import { startBrowser } from "./browser.mjs";

const EXCHANGES = 10_000;
const JOBS = 1000;

let browser;
let sim;
before(async () => {
  browser = await startBrowser();
  sim = await startSimulator({
    clock: "manual",
    scenario: "slow-job",
    maxJournalExchanges: EXCHANGES,
  });
  const headers = { authorization: `Key ${sim.apiKey}`, "content-type": "application/json" };
  for (let job = 0; job < JOBS; job++) {
    await fetch(`${sim.baseUrl}/batch-inference`, {
      method: "POST",
      headers,
      body: '{"inputs":["a"]}',
    });
  }
  const [{ jobId }] = await sim.control.jobs.list();
  for (let poll = JOBS; poll < EXCHANGES; poll++)
    await (await fetch(`${sim.baseUrl}/job-status/${jobId}`, { headers })).text();
});
after(async () => {
  await sim.close();
  await browser.close();
});

/** Scrolls a list to its end in steps; resolves with the longest task meanwhile, in milliseconds, and the rendered rows. */
async function scrolled(page, name, role) {
  const list = page.getByRole(role, { name });
  await list.waitFor();
  await page.waitForTimeout(1500);
  return list.evaluate(async (element) => {
    let longest = 0;
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: "longtask" });
    for (let step = 1; step <= 40; step++) {
      element.scrollTop = (element.scrollHeight * step) / 40;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { longest, rows: element.querySelectorAll(".vlist-row").length };
  });
}

test("a list of 10,000 exchanges scrolls, and renders only what is visible", async (t) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  await page.goto(`${sim.controlUrl}/ui#/exchanges`);
  const { longest, rows } = await scrolled(page, "Exchanges", "grid");
  t.diagnostic(`longest task ${Math.round(longest)} ms`);
  assert.ok(rows > 10 && rows < 80, `${rows} rows`);
});

test("1,000 jobs are shown soon, and scroll", async (t) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  await page.goto(`${sim.controlUrl}/ui`);
  await page.getByRole("listbox", { name: "Jobs" }).getByRole("option").first().waitFor();
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
  );
  t.diagnostic(`first paint after ${Math.round(paint)} ms`);
  const { longest, rows } = await scrolled(page, "Jobs", "listbox");
  t.diagnostic(`longest task ${Math.round(longest)} ms`);
  assert.ok(rows > 5 && rows < 60, `${rows} rows`);
});

test("report.html opens from a file, with everything in it", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-report-"));
  try {
    await promisify(execFile)(process.execPath, [
      "dist/cli.cjs",
      "report",
      sim.baseUrl,
      "--fail-on",
      "never",
      "--report-dir",
      folder,
    ]);
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
    const requests = [];
    page.on("request", (request) => requests.push(new URL(request.url()).protocol));
    await page.goto(`${pathToFileURL(join(folder, "report.html"))}#/exchanges`);
    const { longest, rows } = await scrolled(page, "Exchanges", "grid");
    t.diagnostic(`longest task ${Math.round(longest)} ms`);
    assert.ok(rows > 10 && rows < 80, `${rows} rows`);
    await page.getByRole("link", { name: `Exchanges ${EXCHANGES}` }).waitFor();
    assert.deepEqual(
      [...new Set(requests)].filter((each) => each !== "data:"),
      ["file:"],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
