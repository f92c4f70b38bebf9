import { afterEach, expect, jest, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

afterEach(() => {
  jest.restoreAllMocks();
});

test("a machine's clock that is set back doesn't change the order of exchanges in the journal", async () => {
  const notices: string[] = [];
  await using sim = await startTestSimulator({ onNotice: (notice) => notices.push(notice) });
  await sim.client.json("GET", "/jobs");
  const now = Date.now;
  jest.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
  await sim.client.json("GET", "/jobs");
  const [before, after] = sim.exchanges().map(({ wallAt }) => wallAt);
  expect(after).toBeGreaterThanOrEqual(before ?? Number.NaN);
  expect(notices).toEqual([
    "The machine's clock was set back by 1h. The sandboxes' clocks continue as if it had not been set back.",
  ]);
});

test("exchanges are dated by the machine's clock again once it is right again", async () => {
  await using sim = await startTestSimulator({ clock: "poll", onNotice: () => {} });
  const now = Date.now;
  for (let i = 0; i < 3; i++) {
    jest.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
    await sim.client.json("GET", "/jobs");
    jest.restoreAllMocks();
    await sim.client.json("GET", "/jobs");
  }
  const last = sim.exchanges().at(-1)?.wallAt ?? Number.NaN;
  expect(Math.abs(now() - last)).toBeLessThan(60_000);
});
