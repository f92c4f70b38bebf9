import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import axe from "axe-core";
import { call, jobsIn, submit, viewerTests } from "./viewer-tests.mjs";

const { start, open, openFile } = viewerTests();

const TITLE = "тест > リトライする";

/** A program whose clients make mistakes in some of their tests. */
const PROGRAM = `
import { connect } from ${JSON.stringify(pathToFileURL("dist/index.js").href)};
const { BATCH_SIM_CONTROL_URL: url } = process.env;
const control = connect(url);
const call = async (box, method, path, body) => {
  const headers = { authorization: "Key " + box.apiKey, "content-type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return (await fetch(box.baseUrl + path, init)).json();
};
for (let index = 0; index < 12; index++) {
  const name = index === 7 ? ${JSON.stringify(TITLE)} : "test " + index;
  const box = await control.sandbox({ name, scenario: "instant" });
  const { job_id } = await call(box, "POST", "/batch-inference", { inputs: ["a"] });
  await call(box, "GET", "/job-status/" + job_id);
  await call(box, "GET", "/jobs/" + job_id + "/results?result_format=json");
  if (index === 3 || index === 7) await call(box, "POST", "/batch-inference", { inputs: 5 });
}
process.exitCode = 1;
`;

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-report-"));
  await writeFile(join(folder, "run.mjs"), PROGRAM);
  const words = ["exec", "--clock", "poll", "--report-dir", folder, "--"];
  await promisify(execFile)(process.execPath, [
    "dist/cli.cjs",
    ...[...words, process.execPath, join(folder, "run.mjs")],
  ]).catch(({ stderr }) => assert.match(stderr, /reports: /));
});
after(() => rm(folder, { recursive: true }));

const page = () => pathToFileURL(join(folder, "report.html")).href;

test("an exchange that the report doesn't have is called missing, not shown as loading", async () => {
  const { page: report, problems } = await openFile(`${page()}#/exchanges?exchange=999999`);
  await report.getByText("This exchange is no longer in the journal.").waitFor();
  assert.deepEqual(problems, []);
});

test("a report of several tests opens with the worst of them, and says what ran", async () => {
  const { page: report, problems } = await openFile(page());
  const facts = report.getByRole("region", { name: "Run" });
  await facts.waitFor();
  assert.equal(await report.getByText("Loading…").count(), 0);
  // The document doesn't scroll, only a part of the page does.
  const overflow = () => document.documentElement.scrollHeight - innerHeight;
  assert.equal(await report.evaluate(overflow), 0);
  await facts.getByText(/run\.mjs/).waitFor();
  assert.match(await facts.textContent(), /Exit code1Started.*took .*12 sandboxes.*batch-sim \d/s);
  const titles = () => report.locator(".overview-title a").allTextContents();
  assert.deepEqual((await titles()).slice(0, 2).sort(), ["test 3", TITLE].sort());
  assert.equal((await titles()).length, 12);
  await report.getByRole("button", { name: /Errors 2/ }).click();
  assert.equal((await titles()).length, 2);
  // The filter is in the address.
  await report.reload();
  await report.getByRole("button", { name: /Errors 2/, pressed: true }).waitFor();
  await report.getByRole("button", { name: /Errors 2/ }).click();
  await report.getByRole("searchbox", { name: "Search" }).fill("test 11");
  assert.deepEqual(await titles(), ["test 11"]);
  await report.getByRole("searchbox", { name: "Search" }).fill("nowhere");
  await report.getByText("Nothing matches").waitFor();
  await report.getByRole("button", { name: "Clear the filters" }).click();
  await report.getByRole("columnheader", { name: "Sandbox" }).getByRole("button").click();
  assert.deepEqual((await titles())[0], "test 0");
  // A test's name leads to its timeline.
  await report.getByRole("link", { name: TITLE }).click();
  await jobsIn(report).first().waitFor();
  assert.equal(
    await report
      .getByRole("combobox", { name: "Sandbox" })
      .evaluate((select) => select.selectedOptions[0].textContent),
    TITLE,
  );
  await report.locator(".rule-now", { hasText: "end" }).waitFor();
  assert.equal(await report.getByText("now", { exact: true }).count(), 0);
  assert.deepEqual(problems, []);
});

test("findings of a run are grouped by kind, and filtered by severity and sandbox", async () => {
  const { page: report } = await openFile(`${page()}#/findings`);
  const errors = report.getByRole("region", { name: "Errors" });
  await errors.getByText("2 times").waitFor();
  assert.equal(await errors.locator(".finding").count(), 1);
  await report.getByRole("combobox", { name: "In sandbox" }).selectOption({ label: TITLE });
  assert.equal(await errors.locator(".finding-cases > li").count(), 1);
  await report.getByRole("combobox", { name: "Severity" }).selectOption("info");
  await errors.waitFor({ state: "detached" });
  assert.match(report.url(), /severity=info/);
});

test("the given title is shown in the list, the select, and the timeline", async () => {
  const sim = await start({ clock: "manual" });
  const box = await sim.sandbox({ name: TITLE });
  await submit(box);
  await call({ ...box, apiKey: sim.apiKey }, "GET", "/list-jobs");
  const { page: live } = await open(sim, `timeline?sandbox=${encodeURIComponent(TITLE)}`);
  await live.getByText(`1 job in ${TITLE}`).waitFor();
  const options = live.getByRole("combobox", { name: "Sandbox" }).locator("option");
  assert.deepEqual((await options.allTextContents()).sort(), ["default", "sim-key", TITLE].sort());
  await live.getByRole("link", { name: "Sandboxes" }).click();
  await live.getByRole("link", { name: TITLE }).waitFor();
});

/** The accessibility problems that axe finds in a page. */
async function violationsIn(opened) {
  await opened.evaluate(axe.source);
  const { violations } = await opened.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => [id, nodes[0].html, nodes.length]);
}

test("axe finds nothing in any view of a report, in either theme", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const place of ["sandboxes", "findings", "timeline", "exchanges"]) {
      const { page: report } = await openFile(`${page()}#/${place}`, { colorScheme });
      await report.locator(".view").waitFor();
      assert.deepEqual([colorScheme, place, await violationsIn(report)], [colorScheme, place, []]);
      await report.close();
    }
  }
});

test("a sandbox that ended without a job says that the report has no more about it", async () => {
  const sim = await start({ clock: "poll" });
  const box = await sim.sandbox({ name: "refused" });
  await call(box, "POST", "/batch-inference", { inputs: 5 });
  await box[Symbol.asyncDispose]();
  const out = join(folder, "ended");
  await promisify(execFile)(process.execPath, [
    "dist/cli.cjs",
    ...["report", sim.baseUrl, "--fail-on", "never", "--report-dir", out],
  ]);
  const address = pathToFileURL(join(out, "report.html")).href;
  const { page: report, problems } = await openFile(`${address}#/timeline?sandbox=refused`);
  await report.getByText("The report has no details about this sandbox").waitFor();
  await report.getByText("The sandbox received 1 call, and ended before").waitFor();
  assert.deepEqual(problems, []);
});

test("axe finds nothing in the page of explore, which fits on a phone", async () => {
  const out = join(folder, "explored");
  const words = ["explore", "--runs", "8", "--report-dir", out, "--"];
  const client = ["test/explore/client.mjs", "passes anyway"];
  await promisify(execFile)(process.execPath, [
    "dist/cli.cjs",
    ...[...words, process.execPath, ...client],
  ]).catch(({ stderr }) => assert.match(stderr, /explore\.html/));
  const address = pathToFileURL(join(out, "explore.html")).href;
  for (const colorScheme of ["light", "dark"]) {
    const { page: explored, problems } = await openFile(address, { colorScheme });
    assert.deepEqual([colorScheme, await violationsIn(explored)], [colorScheme, []]);
    await explored.locator("td .false-success").first().click();
    await explored.locator("details[open]").waitFor();
    assert.deepEqual([colorScheme, await violationsIn(explored)], [colorScheme, []]);
    for (const width of [360, 640, 1920]) {
      await explored.setViewportSize({ width, height: 760 });
      const overflow = await explored.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      assert.equal(Math.max(overflow, 0), 0, `${overflow} px too wide at ${width}`);
    }
    assert.deepEqual(problems, []);
    await explored.close();
  }
});
