import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { promisify } from "node:util";
import { startStory } from "./story.mjs";
import { call, jobsIn, submit, viewerTests } from "./viewer-tests.mjs";

const { start, open, ending } = viewerTests();

/** Runs in the page: returns positions, in CSS pixels from the left of the window, with their instants. */
function positions() {
  const axis = document.querySelector(".axis").getBoundingClientRect();
  const slider = document.querySelector(".axis");
  const [from, to] = [Number(slider.ariaValueMin), Number(slider.ariaValueMax)];
  const left = (selector) => document.querySelector(selector)?.getBoundingClientRect().left;
  const panels = [...document.querySelectorAll(".panel")]
    .map((panel) => panel.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  const labels = [...document.querySelectorAll(".axis text")].map(
    (text) => text.getBoundingClientRect().right,
  );
  return {
    from,
    to,
    axis: { left: axis.left, width: axis.width },
    svg: document.querySelector(".axis svg").getBoundingClientRect().width,
    lane: document.querySelector(".lane-plot").getBoundingClientRect(),
    rule: left(".rule-now"),
    panelLeft: Math.min(...panels.map((panel) => panel.left), innerWidth),
    isOverlay:
      panels.length > 0 &&
      getComputedStyle(document.querySelector(".panel")).position === "absolute",
    labelRight: Math.max(...labels, 0),
  };
}

test("marks match the clock at every width, with and without panels", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const [{ jobId }] = await box.control.jobs.list();
  const [exchange] = await box.control.journal.find({ jobId });
  const now = await box.clock.now();
  const { page } = await open(sim, `timeline?sandbox=${box.name}`);
  await jobsIn(page).first().waitFor();
  for (const width of [360, 700, 900, 1280, 1920]) {
    for (const place of [
      "timeline?",
      `timeline?job=${jobId}&`,
      `timeline?job=${jobId}&exchange=${exchange.id}&`,
    ]) {
      await page.setViewportSize({ width, height: 760 });
      await page.goto(`${sim.controlUrl}/ui#/${place}sandbox=${box.name}`);
      await page.waitForTimeout(150);
      const found = await page.evaluate(positions);
      const where = `${width} ${place}`;
      const at = (instant) =>
        found.axis.left + ((instant - found.from) / (found.to - found.from)) * found.axis.width;
      assert.ok(Math.abs(found.svg - found.axis.width) < 2, `${where}: the axis has its width`);
      assert.ok(Math.abs(found.lane.left - found.axis.left) < 2, `${where}: lanes begin with it`);
      assert.ok(
        Math.abs(found.lane.width - found.axis.width) < 2,
        `${where}: lanes have its width`,
      );
      assert.ok(
        Math.abs(found.rule - at(now)) < 2,
        `${where}: now is at ${found.rule}, not ${at(now)}`,
      );
      assert.ok(found.axis.width > 150, `${where}: ${found.axis.width} px are left`);
      assert.ok(
        found.isOverlay || found.labelRight <= found.panelLeft,
        `${where}: labels are covered`,
      );
      if (found.isOverlay) continue;
      const x = found.axis.left + found.axis.width / 2;
      await page.mouse.click(x, page.viewportSize().height > 0 ? await axisY(page) : 0);
      const cursor = await page
        .locator(".rule-cursor")
        .evaluate((rule) => rule.getBoundingClientRect().left);
      assert.ok(Math.abs(cursor - x) < 3, `${where}: a click at ${x} is shown at ${cursor}`);
    }
  }
});

/** Runs in the page: the titles and gaps of the table of exchanges that don't fit into their columns. */
function cutOff() {
  return [...document.querySelectorAll(".table-head > span, .ex-row > :nth-child(3)")]
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);
}

test("no title and no gap of the table of exchanges is cut off, with and without a panel", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const { page } = await open(sim, `exchanges?sandbox=${box.name}`);
  for (const width of [360, 700, 900, 1280, 1920]) {
    for (const exchange of ["", "&exchange=14"]) {
      await page.setViewportSize({ width, height: 760 });
      await page.goto(`${sim.controlUrl}/ui#/exchanges?sandbox=${box.name}${exchange}`);
      await page.getByRole("grid", { name: "Exchanges" }).waitFor({ state: "attached" });
      await page.waitForTimeout(150);
      assert.deepEqual([width, exchange, await page.evaluate(cutOff)], [width, exchange, []]);
      // A slow machine's gaps on the wall clock are longer.
      await page.evaluate(() => {
        for (const wall of document.querySelectorAll(".ex-row > :nth-child(3) > .dim"))
          wall.textContent = " · 10m 59s wall";
      });
      assert.deepEqual([width, exchange, await page.evaluate(cutOff)], [width, exchange, []]);
    }
  }
});

async function axisY(page) {
  const { y, height } = await page.locator(".axis").boundingBox();
  return y + height / 2;
}

/** Starts the program with a job in the sandbox `mine`, on a clock that runs. */
async function startProgram() {
  const child = spawn(process.execPath, ["dist/cli.cjs", "--clock", "60x", "--port", "0"]);
  ending({ close: () => child.kill("SIGKILL") });
  let said = "";
  while (!said.includes("/_sim/ui")) said += await once(child.stdout, "data");
  const controlUrl = /http:\S+\/_sim(?=\/ui)/.exec(said)[0];
  const made = await fetch(`${controlUrl}/sandboxes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "mine", scenario: "slow-job", clock: "60x" }),
  });
  await submit(await made.json());
  const { page } = await open({ controlUrl }, "timeline?sandbox=mine");
  await jobsIn(page).first().waitFor();
  return { child, page };
}

test("a simulator that stops responding is lost within ten seconds, and found again", async () => {
  const { child, page } = await startProgram();
  await page.getByText("live", { exact: true }).waitFor();
  child.kill("SIGSTOP");
  await page.getByText(/lost, last contact/).waitFor({ timeout: 10_000 });
  assert.equal(await page.getByRole("button", { name: "+1s" }).isDisabled(), true);
  child.kill("SIGCONT");
  await page.getByText("live", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "+1s" }).isDisabled(), false);
});

test("when the simulator dies, the clock stops, values turn gray, and nothing can be changed", async () => {
  const { child, page } = await startProgram();
  child.kill("SIGKILL");
  await page.getByText(/lost, last contact \d\d:\d\d:\d\d/).waitFor();
  const clock = page.locator(".clock-now b");
  const stopped = await clock.textContent();
  await page.waitForTimeout(1200);
  assert.equal(await clock.textContent(), stopped);
  for (const name of ["+1s", "+1m", "+1h", "Until idle"])
    assert.equal(await page.getByRole("button", { name }).isDisabled(), true);
  const filterOf = (selector) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).filter);
  assert.deepEqual(
    [await filterOf(".view"), await filterOf(".clock-now")],
    ["grayscale(1)", "grayscale(1)"],
  );
  await page.getByRole("link", { name: /Steer/ }).click();
  for (const name of ["Force", "Reset the sandbox", "Switch"])
    assert.equal(await page.getByRole("button", { name, exact: true }).isDisabled(), true);
});

test("a copied command repeats the request with the key from the environment", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  const jobId = await submit(box);
  await call(box, "GET", `/job-status/${jobId}`);
  const { page } = await open(sim, "exchanges?sandbox=mine&exchange=2");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (name) => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name }).waitFor();
    return text;
  };
  const env = { ...process.env, BATCH_SIM_API_KEY: box.apiKey };
  const run = promisify(execFile);
  const curl = await copied("Copy as curl");
  const shell = await run("sh", ["-c", `${curl} -s -w '%{http_code}'`], { env });
  assert.match(shell.stdout, /"job_status".*200$/s);
  const script = `const response = ${await copied("Copy as fetch")} console.log(response.status);`;
  const node = await run(process.execPath, ["--input-type=module", "-e", script], { env });
  assert.equal(node.stdout, "200\n");
  assert.equal((await sim.control.sandboxes()).length, 3);
  assert.equal((await box.control.journal.find()).length, 4);
});

test("a body that was refused unread is not shown as missing", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  const body = JSON.stringify({ inputs: ["x".repeat(40)] });
  const response = await fetch(`${box.baseUrl}/batch-inference`, {
    method: "POST",
    headers: { authorization: `Key ${box.apiKey}`, "content-type": "text/plain" },
    body,
  });
  assert.notEqual(response.status, 200);
  const { page } = await open(sim, "exchanges?sandbox=mine&exchange=1");
  const detail = page.getByRole("complementary", { name: "Exchange 1" });
  await detail.getByText("Copy as curl").waitFor();
  const [recorded] = await box.control.journal.find();
  const shown =
    recorded.request.body === undefined
      ? `The body wasn't read; its content-length is ${body.length} B.`
      : "x".repeat(40);
  await detail.getByText(shown).first().waitFor();
});

test("what the end of the sandbox decides is pending, and pins have the color of their severity", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine", scenario: "slow-job" });
  const jobId = await submit(box);
  await box.clock.advance("30s");
  await call(box, "GET", `/job-status/${jobId}`);
  await call(box, "POST", "/batch-inference", { inputs: 5 });
  const { page, isRead } = await open(sim, "findings?sandbox=mine");
  await isRead;
  const pending = page.getByRole("region", { name: "Pending" });
  await pending.getByText(/aren't final until the sandbox ends/i).waitFor();
  const report = await box.control.report();
  assert.ok(report.findings.some(({ isPending }) => isPending));
  const errors = report.findings.filter(
    ({ severity, isPending }) => severity !== "info" && isPending !== true,
  );
  assert.equal(await page.locator(".tab-alert").textContent(), String(errors.length));
  await page.goto(`${sim.controlUrl}/ui#/timeline?sandbox=mine`);
  const colors = await page
    .locator(".lane-plot .pin")
    .evaluateAll((pins) =>
      pins.map((pin) => [
        pin.getAttribute("class"),
        getComputedStyle(pin.querySelector("path")).fill,
      ]),
    );
  const byClass = new Map(colors);
  assert.ok(byClass.size > 1, JSON.stringify(colors));
  assert.equal(new Set(byClass.values()).size, byClass.size);
});

test("a link to an unknown sandbox says so, and opens no other", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  await submit(box);
  const { page, problems } = await open(sim, "timeline?sandbox=gone");
  await page.getByText("No sandbox has this name").waitFor();
  assert.equal(await page.getByRole("listbox", { name: "Jobs" }).count(), 0);
  await page.getByRole("main").getByRole("button", { name: "mine" }).click();
  await jobsIn(page).first().waitFor();
  assert.match(page.url(), /sandbox=mine/);
  assert.deepEqual(problems, []);
});
