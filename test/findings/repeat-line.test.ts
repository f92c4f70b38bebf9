import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

test.each(["real", "60x", "manual", "poll", "poll:5s"] as const)(
  "the command that repeats a run names its clock: %s",
  async (clock) => {
    await using sim = await startTestSimulator({ clock });
    await sim.client.create({});
    const [found] = sim.report().findings;
    expect(found?.repeat).toBe(`npx batch-sim --scenario happy-path --seed 1 --clock ${clock}`);
  },
);

test("the command that repeats a run has the faults that the test added and removed", async () => {
  await using sim = await startTestSimulator({
    scenario: JSON.stringify({ faults: [{ on: "getJob", status: 500 }] }),
  });
  const [added] = await sim.control.faults.add({ on: "listJobs", status: 503 });
  await sim.control.faults.remove("1-status");
  await sim.client.create({});
  const [found] = sim.report().findings;
  expect(added?.rule.name).toBe("2-status");
  const text = JSON.stringify({ faults: [{ on: "listJobs", status: 503, name: "2-status" }] });
  expect(found?.repeat).toBe(
    `printf %s '${text}' | npx batch-sim --scenario /dev/stdin --seed 1 --clock poll`,
  );
});
