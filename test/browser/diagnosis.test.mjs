import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FAILURES, failingRun, TESTS } from "./failing-run.mjs";
import { jobsIn, viewerTests } from "./viewer-tests.mjs";

const { openFile } = viewerTests();

let folder;
let address;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-report-"));
  address = await failingRun(folder);
});
after(() => rm(folder, { recursive: true }));

/** The texts that show the reader each cause. */
const CAUSES = {
  "created-twice":
    /response to a create request was lost, and the client submitted the same job again/,
  "invalid-request": /Expected inputs to be of type array or string, got 5/,
  "results-too-early": /requested the results of job .* while it was QUEUED/,
  "results-of-unsuccessful": /requested the results of job .*, which was FAILED/,
  "retry-after-ignored": /refused with 429 and a Retry-After of 1m; the client repeated it after/,
  "never-downloaded": /was SUCCEEDED, but never downloaded its 2 outputs/,
};

test("of 400 tests, the 40 that failed come first, and one click names their six causes", async (t) => {
  const { page, problems } = await openFile(address);
  const badges = page.locator(".overview tbody tr .badge");
  await badges.first().waitFor();
  await page.getByRole("button", { name: `No findings ${TESTS - 40}` }).waitFor();
  const named = await page
    .locator(".overview tbody tr")
    .evaluateAll((rows) => rows.slice(0, 41).map((row) => row.querySelectorAll(".badge").length));
  assert.deepEqual(named, [...Array(40).fill(1), 0]);
  const started = performance.now();
  await page.getByRole("link", { name: /^Findings/ }).click();
  await page.locator(".finding").first().waitFor();
  for (const [kind, sentence] of Object.entries(CAUSES)) {
    const group = page.locator(`.finding:has(.finding-head > code:text-is("${kind}"))`);
    assert.match(await group.textContent(), sentence);
    assert.match(
      await group.locator(".finding-head").textContent(),
      new RegExp(`${FAILURES[kind]} (jobs|times)`),
    );
  }
  const ms = Math.round(performance.now() - started);
  t.diagnostic(`one click names six causes; the page took ${ms} ms to show and read them`);
  // From there, one click leads to the call, and one to the job.
  const early = page.locator('.finding:has(.finding-head > code:text-is("results-too-early"))');
  assert.equal(
    await early.getByRole("link", { name: /^interface document, part 4\.2/ }).getAttribute("href"),
    "https://unpkg.com/batch-sim/docs/interface.md#part-4-2",
  );
  await early
    .getByRole("button", { name: /GET → 409/ })
    .first()
    .click();
  await page.getByRole("complementary", { name: "Exchange 2" }).getByText("409").first().waitFor();
  await early.getByRole("button", { name: "Show on the timeline" }).first().click();
  await jobsIn(page).first().waitFor();
  assert.deepEqual(problems, []);
});

test("a search in the overview leaves the tests of one cause; a badge leads to what happened", async () => {
  const { page, problems } = await openFile(address);
  const rows = page.locator(".overview tbody tr");
  await rows.first().waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("never-downloaded");
  await page.waitForFunction(() => document.querySelectorAll(".overview tbody tr").length === 8);
  await rows.first().locator(".badge").click();
  const region = page.getByRole("region", { name: "Warnings" });
  await region.getByText(CAUSES["never-downloaded"]).waitFor();
  assert.equal(await page.locator(".finding-cases > li").count(), 1);
  assert.deepEqual(problems, []);
});
