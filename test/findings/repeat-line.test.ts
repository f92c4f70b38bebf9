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
