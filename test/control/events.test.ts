import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

type StreamEvent = { readonly id: string; readonly event: string; readonly data: unknown };

/** Reads a stream of events until a condition holds for those so far, and then disconnects. */
async function eventsUntil(
  { controlUrl, apiKey }: TestSimulator,
  isEnough: (events: readonly StreamEvent[]) => boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly StreamEvent[]> {
  const response = await fetch(`${controlUrl}/events`, {
    headers: { authorization: `Key ${apiKey}`, ...headers },
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const events = parsed(text);
    if (isEnough(events)) return events;
  }
  return parsed(text);
}

function parsed(text: string): readonly StreamEvent[] {
  const pattern = /id: (.*)\nevent: (.*)\ndata: (.*)\n\n/g;
  return [...text.matchAll(pattern)].map(([, id = "", event = "", data = ""]) => {
    return { id, event, data: JSON.parse(data) };
  });
}

const kindsOf = (events: readonly StreamEvent[]): unknown[] => events.map(({ data }) => data);

test("a stream begins with `open`, then names what changes, and resumes after the last event", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const reading = eventsUntil(sim, (events) => events.length >= 6);
  // The stream is open once its first event has been sent, so nothing below can precede it.
  await eventsUntil(sim, (events) => events.length === 1);
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.control.clock.advance("1s");
  await sim.control.scenario.put("slow-job");
  const events = await reading;
  expect(events.map(({ event }) => event)).toEqual(["open", ...Array(5).fill("change")]);
  expect(kindsOf(events)).toEqual([
    {},
    { kind: "job", jobId },
    { kind: "job", jobId },
    { kind: "exchange", id: 1 },
    { kind: "clock" },
    { kind: "scenario" },
  ]);
  const resumed = await eventsUntil(sim, (found) => found.length === 2, {
    "last-event-id": events[3]?.id ?? "",
  });
  expect(resumed).toEqual(events.slice(4));
});

test("a reader that has missed changes, or knew the sandbox before a reset, starts again", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const [first] = await eventsUntil(sim, (events) => events.length === 1);
  const resume = (id = "") =>
    eventsUntil(sim, (events) => events.length === 1, { "last-event-id": id });
  for (let second = 0; second < 1001; second++) await sim.control.clock.advance("1s");
  expect((await resume(first?.id))[0]?.event).toBe("open");
  await sim.control.reset();
  const [afterReset] = await resume(first?.id);
  expect(afterReset?.event).toBe("open");
  expect(afterReset?.id).not.toBe(first?.id);
});

test.each([
  ["a reset", (sim: TestSimulator) => sim.control.reset()],
  ["the end of the simulator", (sim: TestSimulator) => sim.close()],
])("%s ends the streams", async (_, act) => {
  const sim = await startTestSimulator({ drainMs: 60_000 });
  const reading = eventsUntil(sim, () => false);
  await eventsUntil(sim, (events) => events.length === 1);
  await act(sim);
  expect((await reading).map(({ event }) => event)).toEqual(["open"]);
  await sim.close();
});

test("a sandbox can be named instead of its key", async () => {
  await using sim = await startTestSimulator();
  await using box = await sim.sandbox({ name: "mine", clock: "manual" });
  const ask = async (name: string) => {
    const headers = { "x-sim-sandbox": name };
    const response = await fetch(`${sim.controlUrl}/sandbox`, { headers });
    return (await response.json()) as object;
  };
  expect(await ask("mine")).toEqual(await box.control.info());
  expect(await ask("default")).toMatchObject({ name: "default" });
  expect(await ask("gone")).toMatchObject({
    code: "SIM_UNKNOWN_SANDBOX",
    detail:
      "Failed to find the sandbox `gone`: it does not exist, or it was deleted or dropped. GET /_sim/sandboxes lists all sandboxes.",
  });
});
