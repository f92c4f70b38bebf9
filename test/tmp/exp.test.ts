import { test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
test("exp", async () => {
  await using sim = await startTestSimulator();
  await sim.client.create({ inputs: ["a"], job_priority: 7 });
  await sim.client.create({ inputs: ["a"], job_priority: 1, dryrun: true });
  await sim.client.create({ inputs: ["a"], job_priority: 7 });
  await sim.client.create({ inputs: ["a"], job_priority: 7 });
  for (let i = 0; i < 5; i++) await sim.client.json("GET", "/list-jobs");
  sim.report();
  console.log((await sim.control.journal.find({})).map((e: any) => `${e.id} ${e.method} ${e.url} ${e.response.status} ${e.wallAt % 100000} +${e.durationMs.toFixed(2)}`).join("\n"));
});
