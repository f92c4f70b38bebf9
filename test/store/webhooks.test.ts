import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { connect } from "../../src/index.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { end, serve } from "./processes.ts";

const KILLS = 6;
const NUM_JOBS = 200;

test(`${KILLS} kills lose no delivery that was due, and repeat only those that were being made`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-webhooks-"));
  await using receiver = await startReceiver();
  const story = `assumptions: { webhooks: standard }\nwebhooks: [{ url: "${receiver.url}" }]`;
  writeFileSync(join(folder, "s.yaml"), story);
  const options = ["--store", "sim.db", "--scenario", "s.yaml"];
  const idsSince = (from: number): readonly string[] =>
    receiver.received.slice(from).map(({ headers }) => String(headers["webhook-id"]));
  const jobs: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const served = await serve(folder, options);
    const control = connect(served.controlUrl, { apiKey: "hooks" });
    // Deliveries that a process knew to be made are never made again.
    const known = (await control.webhooks.deliveries()).map(({ deliveryId }) => deliveryId);
    const from = receiver.received.length;
    if (kill === 0)
      for (let index = 0; index < NUM_JOBS; index++) {
        const response = await fetch(`${served.baseUrl}/batch-inference`, {
          method: "POST",
          headers: { authorization: "Key hooks", "content-type": "application/json" },
          body: JSON.stringify({ inputs: [`input ${index}`] }),
        });
        jobs.push(((await response.json()) as { job_id: string }).job_id);
      }
    const advance = control.clock.advance("1h").catch(() => {});
    while (receiver.received.length < from + NUM_JOBS / (2 * KILLS))
      await new Promise((resolve) => setImmediate(resolve));
    const told = (await control.webhooks.deliveries()).map(({ deliveryId }) => deliveryId);
    const before = receiver.received.length;
    await end(served, "SIGKILL");
    await advance;
    expect(idsSince(from).filter((id) => known.includes(id))).toEqual([]);
    const later = await serve(folder, options);
    const known2 = connect(later.controlUrl, { apiKey: "hooks" });
    const kept = (await known2.webhooks.deliveries()).map(({ deliveryId }) => deliveryId);
    expect(told.filter((id) => !kept.includes(id))).toEqual([]);
    expect(before).toBeGreaterThan(from);
    await end(later, "SIGTERM");
  }
  const served = await serve(folder, options);
  const control = connect(served.controlUrl, { apiKey: "hooks" });
  await control.clock.advance("1h");
  const delivered = (await control.webhooks.deliveries()).filter(({ isAccepted }) => isAccepted);
  expect(delivered.map(({ jobId }) => jobId).sort()).toEqual(jobs.toSorted());
  const repeats = receiver.received.length - new Set(idsSince(0)).size;
  // Sixteen can be made at the same time.
  expect(repeats).toBeLessThanOrEqual(KILLS * 16);
  await end(served, "SIGTERM");
  rmSync(folder, { recursive: true });
}, 300_000);
