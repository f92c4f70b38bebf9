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
import { longestTask } from "./longest-task.mjs";
import { until } from "./viewer-tests.mjs";

const JOBS = 10_000;
const POLLS = 2000;

/** Longest task while a list scrolls, in milliseconds of CPU time. */
const MAX_TASK_MS = 50;

/** Maximum task time while a report opens. The longest task renders everything, before the browser has optimized the code. */
const MAX_OPENING_TASK_MS = 4 * MAX_TASK_MS;

/** Wall-clock milliseconds until the first paint with 1,000 jobs: the goal, and the limit even for a busy machine. */
const PAINT_AIM_MS = 300;
const MAX_PAINT_MS = 3 * PAINT_AIM_MS;

let browser;
let sim;
let few;
before(async () => {
  browser = await startBrowser();
  sim = await startSimulator({
    clock: "manual",
    scenario: "slow-job",
    maxJournalExchanges: JOBS + POLLS,
  });
  few = await sim.sandbox({ name: "few", scenario: "slow-job" });
  await submit(few, 1000);
  await submit(sim, JOBS);
  const [{ jobId }] = await sim.control.jobs.list();
  const headers = headersOf(sim);
  await repeat(POLLS, () => fetch(`${sim.baseUrl}/job-status/${jobId}`, { headers }));
});
after(async () => {
  await sim.close();
  await browser.close();
});

function headersOf({ apiKey }) {
  return { authorization: `Key ${apiKey}`, "content-type": "application/json" };
}

async function submit(box, count) {
  const [method, headers, body] = ["POST", headersOf(box), '{"inputs":["a"]}'];
  await repeat(count, () => fetch(`${box.baseUrl}/batch-inference`, { method, headers, body }));
}

async function repeat(count, request) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await (await request()).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** Scrolls a list to its end in steps. Resolves with the number of rows that are rendered then. */
function scrollThrough(list) {
  return list.evaluate(async (element) => {
    for (let step = 1; step <= 40; step++) {
      element.scrollTop = (element.scrollHeight * step) / 40;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return element.querySelectorAll(".vlist-row").length;
  });
}

/** Opens a page and scrolls its list; the best of three tries, since the machine may be busy. */
async function scrolled(t, address, { role, name }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  // A running simulator's report is read last.
  const loaded = address.startsWith("http")
    ? page.waitForResponse((response) => response.url().endsWith("/_sim/report"))
    : undefined;
  await page.goto(address);
  await loaded;
  const list = page.getByRole(role, { name });
  await list.waitFor();
  let [best, rows] = [Number.POSITIVE_INFINITY, 0];
  for (let attempt = 0; attempt < 3 && best >= MAX_TASK_MS; attempt++) {
    const task = await longestTask(page, async () => {
      rows = await scrollThrough(list);
    });
    best = Math.min(best, task);
  }
  t.diagnostic(`longest task ${Math.round(best)} ms, ${rows} rows`);
  assert.ok(best < MAX_TASK_MS, `a task took ${best} ms`);
  assert.ok(rows > 5 && rows < 80, `${rows} rows`);
  return page;
}

test("a list of 12,000 exchanges scrolls, and renders only what is visible", async (t) => {
  const page = await scrolled(t, `${sim.controlUrl}/ui#/exchanges`, {
    role: "grid",
    name: "Exchanges",
  });
  await page.close();
});

test("10,000 jobs scroll", async (t) => {
  const page = await scrolled(t, `${sim.controlUrl}/ui`, { role: "listbox", name: "Jobs" });
  await page.getByText(`${JOBS} jobs`).waitFor();
  await page.close();
});

/** CPU time that a filter may take, in milliseconds. */
const MAX_FILTER_MS = 100;

test("filters of 10,000 jobs and 12,000 exchanges respond at once", async (t) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  const isRead = page.waitForResponse((response) => response.url().endsWith("/_sim/report"));
  await page.goto(`${sim.controlUrl}/ui`);
  await isRead;
  const shows = (text) => until(page, (part) => document.body.textContent.includes(part), text);
  const filters = {
    "a search for a state": async () => {
      await page.getByRole("searchbox", { name: "Find jobs" }).fill("queued");
      await until(page, () => document.querySelectorAll(".lane-label").length > 5);
    },
    "a search without a match": async () => {
      await page.getByRole("searchbox", { name: "Find jobs" }).fill("nothing like this");
      await shows("Nothing matches");
    },
    "a state": async () => {
      await page.getByRole("button", { name: "Clear the filters" }).click();
      await page.getByRole("button", { name: /^queued/ }).click();
      await until(page, () => document.querySelectorAll(".lane-label").length > 5);
    },
    "an operation": async () => {
      await page.getByRole("link", { name: /^Exchanges/ }).click();
      await page.getByRole("combobox", { name: "Operation" }).selectOption("getJobStatus");
      await shows(`${POLLS} of ${JOBS + POLLS}`);
    },
  };
  for (const [name, filter] of Object.entries(filters)) {
    const task = await longestTask(page, filter);
    t.diagnostic(`${name}: longest task ${Math.round(task)} ms`);
    assert.ok(task < MAX_FILTER_MS, `${name}: a task took ${task} ms`);
  }
  await page.close();
});

test("the page with 1,000 jobs is painted soon", async (t) => {
  const [paints, lanes] = [[], []];
  // The machine may be busy.
  for (let attempt = 0; attempt < 6 && !(Math.min(...paints) < PAINT_AIM_MS); attempt++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
    await page.addInitScript(notePaintOfLanes);
    await page.goto(`${sim.controlUrl}/ui#/timeline?sandbox=few`);
    await until(page, () => window.lanesPaintedAt !== undefined);
    lanes.push(await page.evaluate(() => window.lanesPaintedAt));
    paints.push(
      await page.evaluate(
        () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
      ),
    );
    await page.close();
  }
  const best = Math.min(...paints);
  t.diagnostic(
    `painted after ${paints.map(Math.round)} ms, lanes after ${lanes.map(Math.round)} ms`,
  );
  assert.ok(best < MAX_PAINT_MS, `the page was painted after ${best} ms`);
});

/** Runs in the page: notes when the first lane has been painted, in milliseconds since the page was opened. */
function notePaintOfLanes() {
  const look = () =>
    document.querySelector(".lane-plot .seg") === null
      ? requestAnimationFrame(look)
      : setTimeout(() => {
          window.lanesPaintedAt = performance.now();
        });
  requestAnimationFrame(look);
}

test("report.html opens from a file, with everything in it", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-report-"));
  try {
    await promisify(execFile)(process.execPath, [
      "dist/cli.cjs",
      ...["report", sim.baseUrl, "--fail-on", "never", "--report-dir", folder],
    ]);
    const { name } = (await sim.control.sandboxes()).find(({ jobs }) => jobs === JOBS);
    const address = `${pathToFileURL(join(folder, "report.html"))}#/exchanges?sandbox=${name}`;
    const page = await scrolled(t, address, { role: "grid", name: "Exchanges" });
    const all = page.getByRole("link", { name: `Exchanges ${JOBS + POLLS}` });
    const requests = [];
    page.on("request", (request) => requests.push(new URL(request.url()).protocol));
    let task = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3 && task >= MAX_TASK_MS; attempt++) {
      const longest = await longestTask(page, async () => {
        await page.reload();
        await all.waitFor();
      });
      task = Math.min(task, longest);
    }
    t.diagnostic(`longest task while the page opens ${Math.round(task)} ms`);
    assert.ok(task < MAX_OPENING_TASK_MS, `a task took ${task} ms`);
    assert.deepEqual(
      [...new Set(requests)].filter((each) => each !== "data:"),
      ["file:"],
    );
    await page.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
