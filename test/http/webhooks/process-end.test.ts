import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { packageFile } from "../../../src/simulator/package-file.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

/** Closes a simulator while one delivery waits for its response, and another for its time. */
const SCRIPT = `
const { startSimulator } = await import(process.argv[1]);
const scenario = { assumptions: { webhooks: "standard" }, webhooks: [{ url: process.argv[2] }] };
const sim = await startSimulator({ scenario, clock: "real" });
const headers = { authorization: "Key " + sim.apiKey, "content-type": "application/json" };
for (const input of ["a", "b"]) {
  const body = JSON.stringify({ inputs: [input] });
  const response = await fetch(sim.baseUrl + "/batch-inference", { method: "POST", headers, body });
  const { job_id: id } = await response.json();
  await sim.control.jobs.force(id, "succeeded");
}
await new Promise((resolve) => process.once("message", resolve));
await sim.close();
process.disconnect();
`;

test("deliveries don't keep a process alive whose simulator is closed", async () => {
  const held: ServerResponse[] = [];
  let isHeld = (): void => {};
  const holding = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  await using receiver = await startReceiver((response, before) => {
    // The first delivery is rejected, so it is retried later.
    if (before === 0) response.writeHead(500).end();
    else {
      held.push(response);
      isHeld();
    }
  });
  const program = pathToFileURL(packageFile("dist", "index.js")).href;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", SCRIPT, program, receiver.url],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  const ended = once(child, "exit");
  await holding;
  child.send("close");
  expect(await ended).toEqual([0, null]);
  expect(held).toHaveLength(1);
});
