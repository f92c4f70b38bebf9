import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { startStory } from "./story.mjs";
import { call, jobsIn, submit, until, viewerTests } from "./viewer-tests.mjs";

const { start, open, ending } = viewerTests();

const SCENARIO = {
  profiles: [
    { when: { jobPriority: 1 }, queued: "10s", running: "5h" },
    { queued: "10s", running: "2m" },
  ],
};

/** Starts three jobs of two minutes, one of five hours, and their polls. */
async function startMixed() {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mixed", scenario: SCENARIO });
  const ids = [];
  for (const job_priority of [0, 0, 0, 1]) {
    const body = { inputs: ["a"], job_priority };
    ids.push((await call(box, "POST", "/batch-inference", body)).body.job_id);
  }
  for (let poll = 0; poll < 6; poll++) {
    await box.clock.advance("30s");
    for (const id of ids) await call(box, "GET", `/job-status/${id}`);
  }
  return { sim, box, ids };
}

test("a job of five hours leaves room for the others, and ends behind a break of the axis", async () => {
  const { sim } = await startMixed({
    ...SCENARIO,
    profiles: [SCENARIO.profiles[0], { queued: "10s", running: "2m" }],
  });
  const { page, problems } = await open(sim, "timeline?sandbox=mixed");
  await jobsIn(page).nth(3).waitFor();
  assert.equal(await page.locator(".axis-break").count(), 1);
  const widths = await page
    .locator(".lane-plot")
    .evaluateAll((lanes) =>
      lanes.map(
        (lane) =>
          lane.querySelector(".seg-running rect").getBoundingClientRect().width /
          lane.getBoundingClientRect().width,
      ),
    );
  assert.ok(
    widths.slice(0, 3).every((share) => share > 0.35),
    String(widths),
  );
  // A terminal state is a mark, not a bar.
  assert.equal(await page.locator(".seg-succeeded").count(), 0);
  const [x, end] = await jobsIn(page)
    .first()
    .evaluate((lane) =>
      [
        lane.querySelector(".state-succeeded").getBoundingClientRect(),
        lane.querySelector(".event").getBoundingClientRect().width,
      ].map((each) => each.width ?? each),
    );
  assert.ok(x < 16 && end < 120, `${x} ${end}`);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.locator(".axis-break").waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
});

test("jobs are found by ID, state, finding, and fault; counts of states are filters", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const jobs = await box.control.jobs.list();
  const { page, isRead } = await open(sim, `timeline?sandbox=${box.name}`);
  await isRead;
  const find = page.getByRole("searchbox", { name: "Find jobs" });
  const count = async (text, expected) => {
    await find.fill(text);
    await until(page, (n) => document.querySelectorAll(".lane-label").length === n, expected);
  };
  await count(jobs[2].jobId.slice(4, 12), 1);
  await count("never-looked-at", 3);
  await count("overloaded", 1);
  await count("failed", 1);
  await count("nothing like this", 0);
  await page.getByText("Nothing matches").waitFor();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByRole("button", { name: "running 2" }).click();
  await until(page, () => document.querySelectorAll(".lane-label").length === 2);
  await page.reload();
  await until(page, () => document.querySelectorAll(".lane-label").length === 2);
});

test("a drag with Shift zooms in, and buttons show the time around now or a job", async () => {
  const { sim, ids } = await startMixed();
  const { page } = await open(sim, `timeline?sandbox=mixed&job=${ids[0]}`);
  const slider = page.getByRole("slider", { name: "Instant" });
  const shown = async () => {
    const [from, to] = await slider.evaluate((axis) => [axis.ariaValueMin, axis.ariaValueMax]);
    return [Number(from), Number(to)];
  };
  await jobsIn(page).first().waitFor();
  const box = await slider.boundingBox();
  const y = box.y + 120;
  const [before, beforeTo] = await shown();
  await page.keyboard.down("Shift");
  await page.mouse.move(box.x + 50, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, y, { steps: 4 });
  await page.locator(".range").waitFor();
  await page.mouse.up();
  await page.keyboard.up("Shift");
  const [from, to] = await shown();
  assert.ok(from > before && to < beforeTo && to - from < (beforeTo - before) / 2);
  await page.getByRole("button", { name: "Zoom to job" }).click();
  const [jobFrom, jobTo] = await shown();
  assert.ok(jobTo - jobFrom < 5 * 60_000 && jobTo - jobFrom > 100_000);
  await page.getByRole("button", { name: "Around now" }).click();
  const [, now] = await slider.evaluate((axis) => [0, Number(axis.ariaValueNow)]);
  const around = await shown();
  assert.ok(Math.abs((around[0] + around[1]) / 2 - now) < 5);
});

test("results that become ready and expire are marked", async () => {
  const sim = await start({ clock: "manual" });
  const results = { lateBy: "30s", expireAfter: "1m" };
  const scenario = { profiles: [{ running: "30s", results }] };
  await submit(await sim.sandbox({ name: "mine", scenario }));
  const { page } = await open(sim, "timeline?sandbox=mine");
  await jobsIn(page).first().waitFor();
  for (const sign of [".state-ready", ".state-expiry"])
    assert.equal(await page.locator(`.lane-plot ${sign}`).count(), 1, sign);
});

test("the legend is open until the reader closes it", async () => {
  const sim = await start({ clock: "manual" });
  await submit(await sim.sandbox({ name: "mine" }));
  const { page } = await open(sim, "timeline?sandbox=mine");
  await page.getByText("no complete response").waitFor();
  await page.locator(".legend summary").click();
  // The browser applies the effect of a click a little later.
  await until(page, () => localStorage.getItem("batch-sim-legend") === "closed");
  await page.reload();
  await jobsIn(page).first().waitFor();
  assert.equal(await page.getByText("no complete response").isVisible(), false);
});

test("calls about no job can be reached with the keyboard, and focus returns when a panel closes", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const { page } = await open(sim, `timeline?sandbox=${box.name}`);
  await jobsIn(page).first().waitFor();
  await page.getByRole("listbox", { name: "Jobs" }).focus();
  await page.keyboard.press("Home");
  const panel = page.getByRole("complementary", { name: "Job" });
  await panel.getByText("Calls without a job").waitFor();
  const link = panel.getByRole("button", { name: /createJob/ });
  await link.focus();
  assert.notEqual(await link.evaluate((button) => getComputedStyle(button).outlineStyle), "none");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: /Exchange/ });
  await detail.getByText("Copy as curl").waitFor();
  await page.keyboard.press("Escape");
  await detail.waitFor({ state: "detached" });
  await until(page, () => document.activeElement.textContent.includes("createJob"));
  // The skip link leads past the controls.
  await page.getByRole("button", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "MAIN");
});

test("states differ in their signs' shapes, not only in color", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const { page } = await open(sim, `timeline?sandbox=${box.name}`);
  await jobsIn(page).first().waitFor();
  const shapes = await page
    .locator(".count .state-sign")
    .evaluateAll((signs) =>
      signs.map((sign) =>
        [...sign.querySelectorAll("path")].map((path) => path.getAttribute("d")).join(),
      ),
    );
  assert.ok(shapes.length >= 4);
  assert.equal(new Set(shapes).size, shapes.length);
});

test("attempts to deliver a webhook are on the timeline and in the job's panel", async () => {
  const statuses = [500, 204];
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(statuses.shift() ?? 204).end());
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  ending({ close: () => receiver.close() });
  const sim = await start({ clock: "manual" });
  const scenario = {
    assumptions: { webhooks: "standard" },
    webhooks: [{ url: `http://127.0.0.1:${receiver.address().port}/hook` }],
  };
  const box = await sim.sandbox({ name: "hooks", scenario });
  const { body } = await call(box, "POST", "/batch-inference", { inputs: ["a"] });
  const { page, problems } = await open(sim, `timeline?sandbox=hooks&job=${body.job_id}`);
  await jobsIn(page).first().waitFor();
  await box.clock.advance("1h");
  await page.locator(".webhook").nth(1).waitFor();
  const titles = await page.locator(".webhook title").allTextContents();
  assert.deepEqual(titles, ["webhook job.succeeded: 500", "webhook job.succeeded: 204"]);
  const course = page.locator(".panel section", { hasText: "History" }).locator("li");
  const texts = (await course.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
  assert.deepEqual(
    texts.slice(-2).map((text) => text.replace(/^\S+ /, "")),
    ["webhook job.succeeded: 500", "webhook job.succeeded: 204"],
  );
  assert.deepEqual(problems, []);
});
