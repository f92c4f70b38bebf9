import { linkSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";

// Only one process at a time changes a file, regardless of what happens to the file, its lock, and its names.

let folder: string;
let store: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-writers-"));
  store = join(folder, "sim.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("a file is locked under all of its names", async () => {
  const sim = await startSimulator({ store });
  const symbolic = join(folder, "symbolic.db");
  symlinkSync(store, symbolic);
  await expect(startSimulator({ store: symbolic })).rejects.toThrow(
    `Failed to open the store \`${symbolic}\`: another process is using it. Stop that process, or choose another file.`,
  );
  const hard = join(folder, "hard.db");
  linkSync(store, hard);
  await expect(startSimulator({ store: hard })).rejects.toThrow(
    `Failed to open the store \`${hard}\`: it has 2 hard links, so another process may use it under another name. Delete the other links, or choose another file.`,
  );
  await sim.close();
});

test("a process whose lock file was deleted changes nothing after another one has opened the file", async () => {
  const notices: string[] = [];
  const options = { store, clock: "manual" } as const;
  const first = await startSimulator({ ...options, onNotice: (notice) => notices.push(notice) });
  rmSync(`${store}-lock`);
  const second = await startSimulator(options);
  const { now } = await second.clock.advance("1m");
  const message = `Failed to use the store \`${store}\`: another process has opened it, because its lock file was deleted. Stop one of the two processes, and don't delete the lock file.`;
  await expect(first.clock.advance("5m")).rejects.toThrow(message);
  expect(notices).toEqual([`SIM_STORE: ${message}`]);
  expect(await first.control.health()).toMatchObject({ status: "failing", storeProblem: message });
  await first.close();
  await second.close();
  const third = await startSimulator(options);
  expect((await third.clock.advance("0s")).now).toBe(now);
  await third.close();
});

test("a deleted file is noticed: health fails, and responses stop", async () => {
  const sim = await startSimulator({ store, onNotice: () => {} });
  const headers = { authorization: `Key ${sim.apiKey}` };
  const ask = async (): Promise<Response> => fetch(`${sim.baseUrl}/job-status/a`, { headers });
  expect((await ask()).status).toBe(404);
  rmSync(store);
  const message = `Failed to use the store \`${store}\`: its file was deleted or replaced while the simulator was using it. Restart the simulator.`;
  let status: string | undefined;
  while (status !== "failing") {
    const health = await sim.control.health();
    status = health.status;
    if (status === "failing") expect(health.storeProblem).toBe(message);
  }
  const response = await ask();
  expect([response.status, response.headers.get("x-sim-error")]).toEqual([503, "SIM_STORE"]);
  await sim.close();
});
