import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startStory } from "./story.mjs";
import { jobsIn, viewerTests } from "./viewer-tests.mjs";

const { start, open, openFile, ending } = viewerTests();

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-files-"));
});
after(() => rm(folder, { recursive: true }));

/** Presses a button, and keeps the file that it saves; resolves with its path. */
async function save(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

test("a saved trace is opened by the program, and by the page, which returns to the simulator", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const { length: jobs } = await box.control.jobs.list();
  const { page, problems } = await open(sim, `sandboxes?sandbox=${box.name}`);
  await page.getByRole("link", { name: box.name }).waitFor();
  const path = await save(page, "Save trace");
  assert.match(path, /trace\.ndjson$/);

  const { stdout } = await promisify(execFile)(process.execPath, ["dist/cli.cjs", "show", path]);
  const { page: report } = await openFile(stdout.trim());
  await report.getByRole("link", { name: "Timeline" }).click();
  await report.getByText(`${jobs} jobs in ${box.name}`).waitFor();
  // A page of a report saves the same trace.
  await report.getByRole("link", { name: "Sandboxes" }).click();
  const again = await save(report, "Save trace");
  assert.equal(await readFile(again, "utf8"), await readFile(path, "utf8"));

  const other = await start({ clock: "manual" });
  const { page: live } = await open(other, "sandboxes");
  const choose = async (file) => {
    const [chooser] = await Promise.all([
      live.waitForEvent("filechooser"),
      live.getByRole("button", { name: "Open a trace…" }).click(),
    ]);
    await chooser.setFiles(file);
  };
  await writeFile(join(folder, "other.txt"), "no trace");
  await choose(join(folder, "other.txt"));
  await live.getByText("Failed to open other.txt: line 1 is not a JSON object.").waitFor();
  await choose(path);
  await live.getByText("recorded", { exact: true }).waitFor();
  await live.getByRole("link", { name: "Timeline" }).click();
  await live.getByText(`${jobs} jobs in ${box.name}`).waitFor();
  assert.match(live.url(), /#\/timeline/);
  await live.getByRole("link", { name: "Findings" }).click();
  await live.getByRole("region", { name: "Run" }).getByText("trace.ndjson").waitFor();
  await live.getByRole("button", { name: "Back to the simulator" }).click();
  await live.getByText("live", { exact: true }).waitFor();
  assert.equal(await jobsIn(live).count(), 0);
  assert.deepEqual(problems, []);
});

test("the exchanges that are shown are saved as an HTTP archive", async () => {
  const { sim, box } = await startStory();
  ending(sim);
  const { page } = await open(sim, `exchanges?sandbox=${box.name}&operation=createJob`);
  const exchanges = await box.control.journal.find({ operation: "createJob" });
  await page.getByText(`${exchanges.length} of `).waitFor();
  const path = await save(page, "Save as HAR");
  assert.match(path, /nightly-labels\.har$/);
  const { log } = JSON.parse(await readFile(path, "utf8"));
  assert.deepEqual(
    log.entries.map((entry) => [entry._id, entry.request.url, entry.response.status, entry._job]),
    exchanges.map(({ id, url, response, jobId }) => [
      id,
      new URL(url, sim.baseUrl).href,
      response.status,
      jobId,
    ]),
  );
  assert.equal(log.entries[0].request.postData.text, exchanges[0].request.body.text);
});
