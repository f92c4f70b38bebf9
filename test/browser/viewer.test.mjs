import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import axe from "axe-core";
import { startStory } from "./story.mjs";
import { call, jobsIn, submit, viewerTests } from "./viewer-tests.mjs";

const HOSTILE = '<script>window.pwned = 1</script><img src="x" onerror="window.pwned = 1">';

const { start, open, openFile, ending } = viewerTests();

test("a client submits, time is advanced, an instant is looked at, and the sandbox is reset", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine", scenario: "slow-job" });
  const { page, problems } = await open(sim, "timeline?sandbox=mine");
  await page.getByText("Nothing has happened in this sandbox yet").waitFor();
  const jobId = await submit(box);
  await jobsIn(page).getByText("queued").first().waitFor();
  await page.getByRole("button", { name: /Next change/ }).click();
  await jobsIn(page).getByText("starting", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Until idle" }).click();
  await jobsIn(page).getByText("succeeded", { exact: true }).first().waitFor();
  // Looking at an instant changes the view, but not the clock.
  const now = await box.clock.now();
  await jobsIn(page).first().click();
  await page.getByRole("slider", { name: "Instant" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.getByText('"QUEUED"').first().waitFor();
  assert.equal(await box.clock.now(), now);
  // A reload keeps the selection.
  await page.reload();
  await page.getByText('"QUEUED"').first().waitFor();
  await page.keyboard.press("Escape");
  // Another page shows the same state, and the effects of this page's actions.
  const other = await open(sim, "timeline?sandbox=mine");
  await jobsIn(other.page).getByText("succeeded", { exact: true }).first().waitFor();
  await page.goto(`${sim.controlUrl}/ui#/steer?sandbox=mine&job=${jobId}`);
  await page.getByRole("combobox", { name: "State" }).selectOption("failed");
  await page.getByRole("button", { name: "Force", exact: true }).click();
  await jobsIn(other.page).getByText("failed", { exact: true }).first().waitFor();
  // The call's mark is at an instant with a known wall-clock time.
  await other.page.locator(".mark-group").first().hover();
  await other.page.locator(".rule-hover", { hasText: /wall \d\d:\d\d:\d\d/ }).waitFor();
  // A part of the ID is enough to find the job.
  await page.goto(`${sim.controlUrl}/ui#/exchanges?sandbox=mine`);
  const filter = page.getByRole("combobox", { name: "Job" });
  await filter.fill(jobId.slice(4, 9));
  assert.deepEqual(
    await page.locator("#job-ids option").evaluateAll((all) => all.map(({ value }) => value)),
    [jobId],
  );
  await filter.fill(jobId);
  await page.getByRole("search").getByText("1 of 1").waitFor();
  // A filter that is switched off allows everything again.
  const faulted = page.getByRole("button", { name: "Faulted" });
  await faulted.click();
  await page.getByText("No exchange matches the filters.").waitFor();
  await faulted.click();
  await page.getByRole("row").filter({ hasText: "createJob" }).waitFor();
  await page.goto(`${sim.controlUrl}/ui#/steer?sandbox=mine`);
  // The requests of the page are not recorded.
  const operations = (await box.control.journal.find()).map(({ operationId }) => operationId);
  assert.deepEqual(operations, ["createJob"]);
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.getByRole("button", { name: "Yes, reset" }).click();
  await other.page.getByText("Nothing has happened in this sandbox yet").waitFor();
  assert.deepEqual([...problems, ...other.problems], []);
});

test("a fault is injected with the form, and seen to fire; wrong YAML is explained at its line", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  const { page, problems } = await open(sim, "steer?sandbox=mine");
  const form = page.getByRole("form", { name: "Inject a fault" });
  await form.getByLabel("Operation").selectOption("createJob");
  await form.getByRole("textbox", { name: "status" }).fill("502");
  await form.getByRole("button", { name: "Inject" }).click();
  await page.getByText("The rule is in effect.").waitFor();
  assert.equal((await call(box, "POST", "/batch-inference", { inputs: ["a"] })).status, 502);
  await page.getByRole("row", { name: /1-status createJob status 502, times: 1 1 1/ }).waitFor();
  await page.getByLabel("Scenario in YAML").fill("profiles:\n  - queud: 5s\n");
  await page.locator(".editor-wrong", { hasText: "2" }).waitFor();
  await page.getByText("Unknown key queud. Did you mean queued?").waitFor();
  await page.getByRole("button", { name: "Line 2" }).click();
  const selected = await page.getByLabel("Scenario in YAML").evaluate((area) => {
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  assert.equal(selected, "queud: 5s");
  await page.goto(`${sim.controlUrl}/ui#/exchanges?sandbox=mine`);
  await page.getByRole("button", { name: "Faulted" }).click();
  await page.getByRole("row").filter({ hasText: "502" }).click();
  await page
    .getByRole("complementary", { name: "Exchange 1" })
    .getByText("1-status")
    .first()
    .waitFor();
  assert.deepEqual(problems, []);
});

test("a lost stream is regained, with what happened meanwhile", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  const { page } = await open(sim, "timeline?sandbox=mine");
  await submit(box);
  await jobsIn(page).first().waitFor();
  await page.context().setOffline(true);
  await submit(box);
  await page.context().setOffline(false);
  await page.getByText("2 jobs").waitFor();
});

test("the list of sandboxes follows any change of the shown one, without requests of its own", async () => {
  const sim = await start({ clock: "manual" });
  const scenario = { name: "webhooks", assumptions: { webhooks: "standard" } };
  const box = await sim.sandbox({ name: "mine", scenario });
  const { page, isRead } = await open(sim, "timeline?sandbox=mine");
  await isRead;
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.route("**/_sim/sandbox", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), title: "renamed" } });
  });
  // The viewer has no rule for this kind of change.
  await box.control.webhooks.add({ url: "http://127.0.0.1:4011/" });
  const option = page.getByLabel("Sandbox", { exact: true }).locator("option[value=mine]");
  await option.filter({ hasText: "renamed" }).waitFor({ state: "attached" });
  assert.deepEqual(requests, ["/_sim/sandbox"]);
});

test("text from clients and scenarios is never HTML", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({
    name: "mine",
    scenario: {
      name: HOSTILE,
      profiles: [
        { queued: "1s", running: "1s", outcome: { failed: { at: "50%", reason: HOSTILE } } },
      ],
    },
  });
  const jobId = await submit(box, [HOSTILE]);
  await call(box, "GET", `/${encodeURIComponent(HOSTILE)}`);
  await call(box, "POST", "/batch-inference", { [HOSTILE]: HOSTILE, inputs: HOSTILE });
  await box.clock.advance("1m");
  for (const place of [
    `timeline?job=${jobId}&`,
    "exchanges?exchange=2&",
    "exchanges?exchange=3&",
    "findings?",
    "steer?",
    "sandboxes?",
  ]) {
    const { page, problems } = await open(sim, `${place}sandbox=mine`);
    await page.locator(".tabs").waitFor();
    await page.waitForLoadState("networkidle", { timeout: 1500 }).catch(() => {});
    assert.equal(await page.evaluate(() => window.pwned), undefined);
    assert.deepEqual(problems, []);
    await page.close();
  }
});

/** Runs in the page: the name of the focused element, and whether its focus is visible. */
function focused() {
  const { activeElement } = document;
  const text = activeElement.getAttribute("aria-label") ?? activeElement.textContent;
  return [text.replace(/[\d ]+$/, ""), getComputedStyle(activeElement).outlineStyle !== "none"];
}

test("the keyboard reaches every control, jobs, and their calls", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const { page } = await open(sim, `timeline?sandbox=${box.name}`);
  await jobsIn(page).first().waitFor();
  const reached = [];
  while (reached.at(-1)?.[0] !== "Jobs" && reached.length < 40) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(focused));
  }
  const names = [
    ...["Skip to content", "Sandbox", "+1s", "+1m", "+1h", "Next change +25s", "Until idle"],
    ...["Advance to", "Theme"],
    ...["Timeline", "Exchanges", "Findings", "Steer", "Sandboxes"],
    ...["Earlier", "Zoom out", "Fit", "Zoom in", "Later", "Around now", "Find jobs"],
    ...["running", "succeeded", "failed", "cancelled", "Signs", "Instant", "Jobs"],
  ];
  assert.deepEqual(
    reached,
    names.map((name) => [name, true]),
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const panel = page.getByRole("complementary", { name: "Job" });
  await panel.getByRole("button", { name: /createJob/ }).focus();
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: /Exchange/ });
  await detail.getByText("Copy as curl").waitFor();
  await page.keyboard.press("Escape");
  await detail.waitFor({ state: "detached" });
});

test("axe finds nothing in any view, in either theme", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const [{ jobId }] = await box.control.jobs.list();
  const places = [
    `timeline?job=${jobId}&`,
    "exchanges?exchange=14&",
    "findings?",
    "steer?",
    "sandboxes?",
  ];
  for (const colorScheme of ["light", "dark"]) {
    for (const place of places) {
      const { page, isRead } = await open(sim, `${place}sandbox=${box.name}`, { colorScheme });
      await page.locator(".view").waitFor();
      await isRead;
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => window.axe.run());
      const found = violations.map(({ id, nodes }) => [id, nodes[0].html, nodes.length]);
      assert.deepEqual([colorScheme, place, found], [colorScheme, place, []]);
      await page.close();
    }
  }
});

/** Runs in the page: resolves when what has changed is painted. */
function twoFrames() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

test("every view fits on a phone and on a large screen, and nothing moves for readers who want that", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const [{ jobId }] = await box.control.jobs.list();
  for (const [width, height] of [
    [360, 640],
    [3840, 2160],
  ]) {
    const options = { viewport: { width, height }, reducedMotion: "reduce" };
    const { page, problems } = await open(sim, `timeline?sandbox=${box.name}`, options);
    for (const place of [
      "timeline?",
      `timeline?job=${jobId}&`,
      "exchanges?",
      "exchanges?exchange=14&",
      "findings?",
      "steer?",
      "sandboxes?",
    ]) {
      await page.goto(`${sim.controlUrl}/ui#/${place}sandbox=${box.name}`);
      await page.locator(".view").waitFor();
      await page.evaluate(twoFrames);
      const found = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        moving: [...document.querySelectorAll("*")].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return transitionDuration !== "0s" || animationName !== "none";
        }).length,
      }));
      assert.deepEqual([width, place, found], [width, place, { overflow: 0, moving: 0 }]);
    }
    assert.deepEqual(problems, []);
    await page.close();
  }
});

test("an open page causes no work while nothing happens", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const { page, isRead } = await open(sim, `timeline?sandbox=${box.name}`);
  await isRead;
  // A real clock keeps running, but an ended job is not read again.
  const real = await sim.sandbox({ name: "real", clock: "real" });
  const jobId = await submit(real);
  await real.clock.advance("1h");
  const { page: other, isRead: isOtherRead } = await open(
    sim,
    `timeline?sandbox=real&job=${jobId}`,
  );
  await isOtherRead;
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const counts = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const { LayoutCount, RecalcStyleCount } = Object.fromEntries(
      metrics.map(({ name, value }) => [name, value]),
    );
    return { LayoutCount, RecalcStyleCount };
  };
  const requests = [];
  for (const each of [page, other]) each.on("request", (request) => requests.push(request.url()));
  const worked = async () => {
    requests.length = 0;
    const before = await counts();
    await page.waitForTimeout(1500);
    return requests.length > 0 || !isDeepStrictEqual(await counts(), before);
  };
  // On a busy machine, the page may still be showing what it has read.
  let isWorking = true;
  for (let attempt = 0; attempt < 10 && isWorking; attempt++) isWorking = await worked();
  assert.deepEqual([isWorking, requests], [false, []]);
});

test("the theme is the system's, or the one that the reader chooses", async () => {
  const sim = await start({ clock: "manual" });
  const { page, problems } = await open(sim, "steer", { colorScheme: "dark" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const theme = page.getByRole("combobox", { name: "Theme" });
  await theme.waitFor();
  const dark = await background();
  await theme.selectOption("light");
  const light = await background();
  assert.notEqual(light, dark);
  await page.reload();
  await theme.waitFor();
  assert.equal(await background(), light);
  await theme.selectOption("system");
  assert.equal(await background(), dark);
  assert.deepEqual(problems, []);
});

test("a control token is asked for once, and kept in a cookie that scripts can't read", async () => {
  const sim = await start({ clock: "manual", controlToken: "secret" });
  const { page } = await open(sim, "timeline");
  await page.getByLabel("Control token").fill("wrong");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("This is not the simulator's control token.").waitFor();
  await page.getByLabel("Control token").fill("secret");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "+1s" }).click();
  await page.getByText("Advanced the clock by 1s.").waitFor();
  assert.equal(await page.evaluate(() => document.cookie), "");
  await page.reload();
  await page.getByRole("button", { name: "+1s" }).waitFor();
});

test("report.html shows the run alone: no notice that it is loading, and no scroll bar of its own", async () => {
  const { sim } = await startStory();
  ending(sim);
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-report-"));
  try {
    await promisify(execFile)(process.execPath, [
      "dist/cli.cjs",
      ...["report", sim.baseUrl, "--fail-on", "never", "--report-dir", folder],
    ]);
    const { page } = await openFile(pathToFileURL(join(folder, "report.html")).href);
    await page.locator(".tabs").waitFor();
    const found = await page.evaluate(() => ({
      loading: document.querySelectorAll(".loading").length,
      overflow: document.documentElement.scrollHeight - innerHeight,
    }));
    assert.deepEqual(found, { loading: 0, overflow: 0 });
    // A finding quotes the part of the interface document on which it is based.
    await page.getByRole("link", { name: /^Findings/ }).click();
    await page.getByText("part 1, step 3 (docs/interface.md#part-1)").first().waitFor();
    await page
      .getByText(/^With the job_id, the client polls the job's status/)
      .first()
      .waitFor();
    await page.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
