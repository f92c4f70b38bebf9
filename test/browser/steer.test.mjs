import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { call, jobsIn, submit, until, viewerTests } from "./viewer-tests.mjs";

const { start, open } = viewerTests();

test("an empty sandbox shows its key, and a command that creates a first job", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  const { page, problems } = await open(sim, "timeline?sandbox=mine");
  await page.getByText(box.apiKey, { exact: true }).waitFor();
  const command = await page.locator(".empty .curl code").textContent();
  await promisify(execFile)("sh", ["-c", command]);
  await jobsIn(page).first().waitFor();
  await box.control.reset();
  const docs = await page.getByRole("link", { name: "Getting started" }).getAttribute("href");
  const response = await fetch(new URL(docs, sim.controlUrl));
  assert.match(await response.text(), /^# /);
  assert.deepEqual(problems, []);
});

test("a job is canceled as a client does it, and only the service's states are offered", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine", scenario: "cancel-slow" });
  const jobId = await submit(box);
  const { page } = await open(sim, `steer?sandbox=mine&job=${jobId}`);
  const state = page.getByRole("combobox", { name: "State" });
  await state.waitFor();
  await state.locator("option[value=unknown]").waitFor({ state: "detached" });
  assert.equal(await state.locator("option[value=expired]").count(), 0);
  // A reason that is no longer shown is not sent.
  await state.selectOption("failed");
  await page.getByLabel("Failure reason").fill("Broken.");
  await state.selectOption("running");
  const card = page.getByRole("form", { name: "Force a state" });
  assert.doesNotMatch(await card.locator(".curl code").textContent(), /Broken/);
  await state.selectOption("cancel");
  await page.getByRole("button", { name: "Cancel the job" }).click();
  await page.getByText("Requested the job's cancellation.").waitFor();
  const { facts } = await box.control.jobs.get(jobId);
  assert.equal(facts.at(-1).type, "cancelRequested");
});

test("a reset is confirmed first", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  await submit(box);
  const { page } = await open(sim, "steer?sandbox=mine");
  const reset = page.getByRole("button", { name: "Reset the sandbox" });
  await reset.click();
  await page.getByText("Discard 1 job and 1 exchange?").waitFor();
  await page.getByRole("button", { name: "Keep them" }).click();
  assert.equal((await box.control.jobs.list()).length, 1);
  await reset.click();
  await page.getByRole("button", { name: "Yes, reset" }).click();
  await page.getByText("The sandbox is in its initial state again.").waitFor();
  assert.equal((await box.control.jobs.list()).length, 0);
});

test("each kind of fault has an example; what is wrong is said at the field; rules show what they do", async () => {
  const sim = await start({ clock: "manual" });
  await sim.sandbox({ name: "mine" });
  const { page } = await open(sim, "steer?sandbox=mine");
  const form = page.getByRole("form", { name: "Inject a fault" });
  await form.getByRole("combobox", { name: "Fault" }).selectOption("renameField");
  assert.equal(await form.getByRole("textbox", { name: "at" }).inputValue(), "/job_id");
  await form.getByRole("combobox", { name: "Fault" }).selectOption("status");
  const status = form.getByRole("textbox", { name: "status" });
  await status.fill("99");
  await form.getByRole("button", { name: "Inject" }).click();
  const label = form.locator("label", { has: page.locator("[aria-invalid=true]") });
  await label.getByText(/an HTTP status from 200 to 599/).waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
  await status.fill("503");
  await form.getByRole("button", { name: "Inject" }).click();
  await page.getByRole("row", { name: /getResults status 503, times: 1/ }).waitFor();
});

test("an exchange tells why each fault rule fired or did not", async () => {
  const sim = await start({ clock: "manual" });
  const faults = [
    { name: "hiccup", on: "getJobStatus", status: 500, after: 5 },
    { name: "outage", on: "getJobStatus", status: 503, times: 1 },
    { name: "refused", on: "createJob", status: 429, when: { call: 2 } },
  ];
  const box = await sim.sandbox({ name: "mine", scenario: { faults } });
  const jobId = await submit(box);
  for (let poll = 0; poll < 2; poll++) await call(box, "GET", `/job-status/${jobId}`);
  const { page } = await open(sim, "exchanges?sandbox=mine&exchange=2");
  const rules = (id) =>
    page
      .getByRole("complementary", { name: `Exchange ${id}` })
      .locator("section", { has: page.getByRole("heading", { name: "Fault rules" }) })
      .locator("li, p");
  await rules(2).first().waitFor();
  assert.deepEqual(await rules(2).allTextContents(), [
    "hiccup did not fire: after, this is matching call 1; the rule skips the first 5",
    "outage fired",
    "Rules for other operations: refused",
  ]);
  await page.getByRole("button", { name: "Next call in the table" }).click();
  await rules(3).first().waitFor();
  assert.deepEqual(
    (await rules(3).allTextContents())[1],
    "outage did not fire: times, the rule had already fired once",
  );
});

test("a preview applies the fault that would fire, names it, and can leave it out", async () => {
  const sim = await start({ clock: "manual" });
  const scenario = { faults: [{ name: "busy", on: "getJobStatus", status: 429 }] };
  const box = await sim.sandbox({ name: "mine", scenario });
  const jobId = await submit(box);
  const { page } = await open(sim, `timeline?sandbox=mine&job=${jobId}`);
  const line = page.locator(".would summary", { hasText: "getJobStatus" });
  await line.getByText("429").waitFor();
  await line.getByText("busy").waitFor();
  await page.getByRole("button", { name: "Without faults" }).click();
  await line.getByText("200").waitFor();
  // At a past instant, the preview shows the fault that the call actually had.
  const at = await box.clock.now();
  assert.equal((await call(box, "GET", `/job-status/${jobId}`)).status, 429);
  await box.control.faults.remove("busy");
  await box.clock.advance("1m");
  await page.goto(`${sim.controlUrl}/ui#/timeline?sandbox=mine&job=${jobId}&at=${at}`);
  await page.reload();
  await line.getByText("429").waitFor();
});

test("filters of exchanges are in the address; nothing that matches can be undone", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine" });
  const jobId = await submit(box, ["a needle in a body"]);
  await submit(box);
  await call(box, "GET", `/job-status/${jobId}`);
  const { page } = await open(sim, "exchanges?sandbox=mine");
  const grid = page.getByRole("grid", { name: "Exchanges" });
  const rows = (count) =>
    until(page, (n) => document.querySelectorAll(".vlist-row").length === n, count);
  await rows(3);
  await page.getByRole("searchbox", { name: "Filter" }).fill("needle");
  await rows(1);
  await page.reload();
  await rows(1);
  await page.getByRole("combobox", { name: "Operation" }).selectOption("getJobStatus");
  await page.getByText("Nothing matches").waitFor();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await rows(3);
  await grid.getByRole("row").nth(2).click();
  const detail = page.getByRole("complementary", { name: "Exchange 3" });
  await detail.getByRole("button", { name: "Previous call in the table" }).click();
  await page.getByRole("complementary", { name: "Exchange 2" }).waitFor();
});

test("the pace of calls is visible: gaps, Retry-After, and a waterfall", async () => {
  const sim = await start({ clock: "manual" });
  const scenario = {
    faults: [{ on: "getJobStatus", status: 503, headers: { "retry-after": 30 }, times: 1 }],
  };
  const box = await sim.sandbox({ name: "mine", scenario });
  const jobId = await submit(box);
  await box.clock.advance("5s");
  await call(box, "GET", `/job-status/${jobId}`);
  await box.clock.advance("10s");
  await call(box, "GET", `/job-status/${jobId}`);
  const { page } = await open(sim, "exchanges?sandbox=mine", {
    viewport: { width: 1600, height: 700 },
  });
  const row = (index) => page.getByRole("row").nth(index);
  assert.match(await row(1).textContent(), /5s\s· .* wall.*30s/);
  // The call was 20 seconds too early.
  await row(2).getByText(/! 10s/).waitFor();
  const [wait, next] = await Promise.all(
    [row(1).locator(".wait"), row(2).locator(".took")].map((each) => each.boundingBox()),
  );
  assert.ok(next.x > wait.x && next.x < wait.x + wait.width, JSON.stringify([wait, next]));
  assert.ok(Math.abs((next.x - wait.x) / wait.width - 1 / 3) < 0.05);
});

test("the clock advances to an instant that is typed or looked at", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: "mine", scenario: "slow-job" });
  await submit(box);
  const { page } = await open(sim, "timeline?sandbox=mine");
  const before = await box.clock.now();
  const field = page.getByRole("textbox", { name: "Advance to" });
  await field.fill("soon");
  await field.press("Enter");
  await page.getByText(/Expected an instant such as/).waitFor();
  await field.fill("+90s");
  await field.press("Enter");
  await page.getByText("Advanced the clock to this instant.").waitFor();
  assert.equal(await box.clock.now(), before + 90_000);
  await page.goto(`${sim.controlUrl}/ui#/timeline?sandbox=mine&at=${before + 120_000}`);
  await page.getByRole("button", { name: "Advance to here" }).click();
  await page.getByRole("button", { name: "Advance to here" }).waitFor({ state: "detached" });
  assert.equal(await box.clock.now(), before + 120_000);
});
