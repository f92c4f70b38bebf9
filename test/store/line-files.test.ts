import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { CHAT, call, chatLine, send, uploaded } from "../support/openai-client.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-line-files-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

type Simulator = Awaited<ReturnType<typeof startSimulator>>;

function start(): Promise<Simulator> {
  return startSimulator({ api: "openai", store: join(folder, "sim.db"), clock: "manual" });
}

async function created(sim: Simulator, fileId: string): Promise<string> {
  const fields = { input_file_id: fileId, endpoint: CHAT, completion_window: "24h" };
  return String((await call(sim, "POST", "/batches", fields)).body["id"]);
}

async function outputOf(sim: Simulator, batchId: string): Promise<string> {
  const { body } = await call(sim, "GET", `/batches/${batchId}`);
  return (await send(sim, "GET", `/files/${body["output_file_id"]}/content`)).text();
}

/** More lines than between two marks. */
const LINES = Array.from({ length: 1000 }, (_, index) => chatLine(`row-${index}`));

test("a file is stored once, and its lines are inputs after a restart, also if it is deleted", async () => {
  const first = await start();
  const fileId = await uploaded(first, LINES);
  const batchIds = [await created(first, fileId), await created(first, fileId)];
  await first.control.clock.advance("24h");
  const outputs = await Promise.all(batchIds.map((id) => outputOf(first, id)));
  expect(outputs[0]?.split("\n")).toHaveLength(LINES.length + 1);
  expect((await send(first, "DELETE", `/files/${fileId}`)).status).toBe(200);
  await first.close();
  const database = openSqlite(join(folder, "sim.db"));
  const [blobs] = database.prepare("SELECT count(*) AS count FROM blob").all();
  expect(blobs).toEqual({ count: 1 });
  database.close();
  const second = await start();
  expect(await Promise.all(batchIds.map((id) => outputOf(second, id)))).toEqual(outputs);
  await second.close();
});

test("a short file can be the input of a batch after a restart", async () => {
  const first = await start();
  const fileId = await uploaded(first, [chatLine("a")]);
  const before = await created(first, fileId);
  await first.close();
  const second = await start();
  const after = await created(second, fileId);
  await second.control.clock.advance("24h");
  for (const batchId of [before, after])
    expect(JSON.parse(await outputOf(second, batchId))).toMatchObject({ custom_id: "a" });
  await second.close();
});

test("the jobs on a file share the positions of its lines", async () => {
  const first = await start();
  const fileId = await uploaded(first, LINES);
  for (let count = 0; count < 3; count++) await created(first, fileId);
  await first.close();
  const database = openSqlite(join(folder, "sim.db"));
  const entries = database.prepare("SELECT json FROM entry WHERE kind = 'jobSubmitted'").all();
  const values = database.prepare("SELECT json FROM value WHERE json LIKE '[%'").all();
  database.close();
  const marks = entries.map(({ json }) => JSON.parse(String(json)).inputs.rows.marks);
  expect(new Set(marks).size).toBe(1);
  expect(marks).toEqual(Array(3).fill(expect.any(String)));
  expect(values.map(({ json }) => JSON.parse(String(json)).length)).toContain(4);
});
