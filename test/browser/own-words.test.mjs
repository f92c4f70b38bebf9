import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { jobsIn, viewerTests } from "./viewer-tests.mjs";

const { start, open, openFile } = viewerTests();

/** Runs an OpenAI batch with one invalid request to its end. */
async function startBatch() {
  const sim = await start({ clock: "manual", api: "openai" });
  const box = await sim.sandbox({ name: "mine" });
  const headers = { authorization: `Bearer ${box.apiKey}` };
  const lines = ["first", "second", undefined].map((content) => ({
    custom_id: content ?? "third",
    method: "POST",
    url: "/v1/chat/completions",
    body: { model: "gpt-4o-mini", ...(content && { messages: [{ role: "user", content }] }) },
  }));
  const form = new FormData();
  form.set("purpose", "batch");
  form.set("file", new Blob([lines.map((line) => JSON.stringify(line)).join("\n")]), "in.jsonl");
  const send = async (path, init) =>
    (await fetch(box.baseUrl + path, { headers, ...init })).json().catch(() => undefined);
  const { id: input_file_id } = await send("/files", { method: "POST", body: form });
  const fields = { input_file_id, endpoint: lines[0].url, completion_window: "24h" };
  const { id } = await send("/batches", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  await box.clock.advance("1h");
  const { error_file_id } = await send(`/batches/${id}`);
  await send(`/files/${error_file_id}/content`);
  return { sim, id };
}

test("a batch has the API's own words, and its files with their lines", async () => {
  const { sim, id } = await startBatch();
  const { page, problems } = await open(sim, `timeline?sandbox=mine&job=${id}`);
  await page.getByText("1 batch in mine").waitFor();
  await jobsIn(page, "Batches").getByText("completed", { exact: true }).first().waitFor();
  await page.getByRole("searchbox", { name: "Find batches" }).fill("completed");
  await jobsIn(page, "Batches").first().waitFor();
  const panel = page.getByRole("complementary", { name: "Batch" });
  await panel.getByText(/validating \(queued\) for/).waitFor();
  const files = panel.locator(".would", { hasText: "getFileContent" });
  await files.nth(2).waitFor();
  assert.deepEqual(
    await files.evaluateAll((all) => all.map((file) => file.textContent.match(/\d rows? at/)?.[0])),
    ["3 rows at", "2 rows at", "1 row at"],
  );
  // The lines of a file are in the calls that upload and download it.
  await page.goto(`${sim.controlUrl}/ui#/exchanges?sandbox=mine&exchange=1`);
  const cells = page.getByRole("complementary", { name: "Exchange 1" }).locator(".cells td");
  await cells.nth(2).waitFor();
  assert.match(await cells.first().textContent(), /^\{"custom_id":"first",/);
  await page.goto(`${sim.controlUrl}/ui#/exchanges?sandbox=mine&exchange=4`);
  const download = page.getByRole("complementary", { name: "Exchange 4" });
  await download.getByText('"custom_id": "third"').waitFor();
  await page.goto(`${sim.controlUrl}/ui#/steer?sandbox=mine`);
  const state = page.getByRole("combobox", { name: "State" });
  await state.locator("option", { hasText: "completed" }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Force", exact: true }).waitFor();
  assert.deepEqual(problems, []);
});

test("a report has the API's own words", async () => {
  const { sim } = await startBatch();
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-report-"));
  try {
    await promisify(execFile)(process.execPath, [
      "dist/cli.cjs",
      ...["report", sim.baseUrl, "--fail-on", "never", "--report-dir", folder],
    ]);
    const address = pathToFileURL(join(folder, "report.html")).href;
    const { page, problems } = await openFile(`${address}#/timeline`);
    await page.getByText("1 batch in mine").waitFor();
    await jobsIn(page, "Batches").getByText("completed", { exact: true }).first().waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("states that share a name on the wire keep their own besides; the first command works", async () => {
  const sim = await start({ clock: "manual", api: "anthropic" });
  const box = await sim.sandbox({ name: "mine" });
  const { page, problems } = await open(sim, "timeline?sandbox=mine");
  const command = await page.locator(".empty .curl code").textContent();
  await promisify(execFile)("sh", ["-c", command]);
  await jobsIn(page, "Batches").getByText("in_progress (queued)").first().waitFor();
  await box.clock.advance("1h");
  await jobsIn(page, "Batches").getByText("ended (succeeded)").first().waitFor();
  assert.deepEqual(problems, []);
});
