import { afterEach, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { startTestSimulator } from "../support/simulator.ts";

/** More than are replayed at once. */
const JOBS = 510;

const ONE_SLOT =
  "capacity: 1\nprofiles: [{ queued: 0, starting: 0, running: 1s, cancel: { takes: 0 } }]";

const { setImmediate } = globalThis;
const { now } = performance;

afterEach(resume);

/** Ends each slice of long work after its first step, and stops the work there: the result goes on. */
function suspended(): Promise<() => void> {
  let time = now.call(performance);
  performance.now = () => (time += 1000);
  return new Promise((resolve) => {
    const hold = (run: () => void): unknown =>
      run.name === "goOn" ? resolve(run) : setImmediate(run);
    globalThis.setImmediate = hold as typeof setImmediate;
  });
}

function resume(): void {
  performance.now = now;
  globalThis.setImmediate = setImmediate;
}

test("while a cancel request changes when hundreds of jobs run, other clients get responses", async () => {
  await using sim = await startTestSimulator({ clock: "manual", yaml: ONE_SLOT });
  const ids: string[] = [];
  while (ids.length < JOBS) ids.push(await sim.client.submit({ inputs: ["a"] }));
  const [first = ""] = ids;
  const other = sim.clientOf("other");
  const otherJob = await other.submit({ inputs: ["a"] });
  expect(await sim.client.state(first)).toBe("RUNNING");
  const paused = suspended();
  let status: number | undefined;
  const canceling = sim.client.cancel(first).then((answer) => {
    status = answer.status;
    return () => {};
  });
  const goOn = await Promise.race([paused, canceling]);
  expect(await other.state(otherJob)).toBe("RUNNING");
  expect(status).toBe(undefined);
  resume();
  goOn();
  await canceling;
  expect(status).toBe(200);
  const { events } = await sim.clock.advance("1h");
  const ends = events.filter(({ state }) => state === "succeeded");
  expect(ends.map(({ jobId, at }) => [jobId, at - VIRTUAL_START])).toEqual(
    ids.slice(1).map((jobId, index) => [jobId, 1000 * (index + 1)]),
  );
});
