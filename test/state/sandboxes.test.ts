import { expect, jest, test } from "@jest/globals";
import { MADE_KEY_PREFIX } from "../../src/core/api-key.ts";
import { SimulatorError } from "../../src/core/errors.ts";
import { traceOf } from "../../src/core/trace.ts";
import { openSandbox } from "../../src/state/open-sandbox.ts";
import type { OpeningOptions, Sandbox } from "../../src/state/sandbox.ts";
import type { SandboxLimits } from "../../src/state/sandbox-limits.ts";
import { emptyState } from "../../src/state/sandbox-state.ts";
import { Sandboxes } from "../../src/state/sandboxes.ts";
import { factsOf } from "../core/job-builder.ts";
import { change, exchangeOf, ON_MACHINE, recipeOf, rowsOf, SCENARIO } from "./sandbox-builder.ts";

const OPENING = { ...ON_MACHINE, journalLimits: { maxCount: 10, maxBytes: 1000 } };

/** Sandboxes that are named after their keys, and a log of those that were dropped. */
function sandboxesOf({
  limits,
  keys = [],
  opening = OPENING,
}: {
  readonly opening?: OpeningOptions;
  readonly limits?: Partial<SandboxLimits>;
  readonly keys?: readonly string[];
} = {}) {
  const dropped: string[] = [];
  const full: string[] = [];
  const wall = { ms: 0 };
  const clock = { now: () => wall.ms, steadyAt: () => wall.ms };
  const sandboxes = new Sandboxes({
    recipeFor: (key) => recipeOf({ key, name: `of ${key}` }),
    open: (recipe) => openSandbox(recipe, { ...opening, wall: clock }),
    renewed: (recipe) => recipe,
    keys,
    ownKey: "own",
    limits: {
      ...{ maxSandboxes: 2, maxBytes: 1_000_000, maxHeapBytes: 1_000_000, maxDiskBytes: 1_000_000 },
      ...limits,
    },
    onDrop: ({ name }, limit) => dropped.push(`${name}: ${limit}`),
    onFull: (message) => full.push(message),
  });
  return { sandboxes, dropped, full, wall };
}

function namesIn(sandboxes: Sandboxes): string[] {
  return sandboxes.all().map(({ name }) => name);
}

/** Fills a sandbox with data. */
function fill(sandbox: Sandbox | undefined, byteLength: number): void {
  const file = { name: "f", contentType: "", expiresAt: 0, signature: "" };
  if (sandbox === undefined) throw new Error("Expected a sandbox.");
  change(sandbox, { kind: "filePlaced", file: { ...file, bytes: Buffer.alloc(byteLength) } });
}

/** Sandboxes note when the process made them, and two of them should be equal. */
function stoppedWallClock(): Disposable {
  const spy = jest.spyOn(Date, "now").mockReturnValue(1_700_000_000_000);
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

/** Records small exchanges in a sandbox. */
function record(sandboxes: Sandboxes, sandbox: Sandbox, count: number): void {
  for (let each = 0; each < count; each++) {
    const leave = sandboxes.enter(sandbox);
    const exchange = exchangeOf(sandbox.journal.nextId());
    sandbox.journal.add(exchange);
    sandbox.traces.add(traceOf(exchange, {}));
    leave();
  }
}

test("an unknown key gets a sandbox, and keeps it", () => {
  const { sandboxes } = sandboxesOf();
  const first = sandboxes.forKey("a");
  expect([first?.name, sandboxes.forKey("a") === first]).toEqual(["of a", true]);
  expect(namesIn(sandboxes)).toEqual(["of undefined", "of a"]);
  expect(sandboxes.named("of a")).toBe(first);
  expect(sandboxes.named("of b")).toBeUndefined();
});

test("a fixed set of keys accepts no others, but keys that are made here join it", () => {
  const { sandboxes } = sandboxesOf({ keys: ["a"] });
  const made = sandboxes.add(recipeOf({ key: "made", name: "made" }));
  expect(sandboxes.forKey("b")).toBeUndefined();
  expect([sandboxes.forKey("a")?.name, sandboxes.forKey("made")]).toEqual(["of a", made]);
});

test("a key that looks as if it had been made here opens no sandbox", () => {
  expect(sandboxesOf().sandboxes.forKey(`${MADE_KEY_PREFIX}1`)).toBeUndefined();
});

test("too many sandboxes: the least recently used one is dropped", () => {
  const { sandboxes, dropped } = sandboxesOf();
  const [a, b] = [sandboxes.forKey("a"), sandboxes.forKey("b")];
  sandboxes.forKey("a");
  sandboxes.forKey("c");
  expect(dropped).toEqual(["of b: maxSandboxes"]);
  expect([a?.ended.aborted, b?.ended.aborted]).toEqual([false, true]);
  expect(namesIn(sandboxes)).toEqual(["of undefined", "of a", "of c"]);
});

test("sandboxes in use, with fixed keys, or with the simulator's own key are not dropped", () => {
  const { sandboxes, dropped } = sandboxesOf({ limits: { maxSandboxes: 2 }, keys: ["fixed"] });
  sandboxes.add(recipeOf({ key: "own", name: "own" }));
  const used = sandboxes.add(recipeOf({ key: "used", name: "used" }));
  const leave = sandboxes.enter(used);
  expect(used.uses).toBe(1);
  sandboxes.add(recipeOf({ key: "a", name: "of a" }));
  sandboxes.add(recipeOf({ key: "b", name: "of b" }));
  sandboxes.add(recipeOf({ key: "c", name: "of c" }));
  expect(dropped).toEqual(["of a: maxSandboxes", "of b: maxSandboxes"]);
  leave();
  sandboxes.add(recipeOf({ key: "d", name: "of d" }));
  expect(dropped.slice(2)).toEqual(["of c: maxSandboxes"]);
});

test("sandboxes that were never used are dropped before used ones, except a tenth of the limit", () => {
  const { sandboxes, dropped } = sandboxesOf({ limits: { maxSandboxes: 20 } });
  const used = sandboxes.add(recipeOf({ key: "used", name: "used" }));
  sandboxes.enter(used)();
  for (let made = 1; made <= 25; made++)
    sandboxes.add(recipeOf({ key: `made-${made}`, name: `made-${made}` }));
  expect(dropped).toEqual([1, 2, 3, 4, 5, 6].map((made) => `made-${made}: maxSandboxes`));
  for (let key = 0; key < 18; key++) sandboxes.forKey(`key-${key}`);
  expect(dropped.slice(-2)).toEqual(["made-23: maxSandboxes", "used: maxSandboxes"]);
});

test("a sandbox that alone holds too much is kept, but can't grow", () => {
  const { sandboxes, dropped, full } = sandboxesOf({ limits: { maxBytes: 60_000 } });
  const [other, sandbox] = [sandboxes.forKey("other"), sandboxes.forKey("a") as Sandbox];
  sandboxes.requireRoom(sandbox);
  const leave = sandboxes.enter(sandbox);
  fill(sandbox, 60_000);
  leave();
  expect([dropped, other?.ended.aborted]).toEqual([["of other: maxBytes"], true]);
  const message =
    "Failed to create another job, file, or dataset: the sandboxes' total memory is limited to 58.6 KiB (`maxSandboxBytes`, `--max-sandbox-bytes`). Raise the limit, or reset or delete sandboxes.";
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(() => sandboxes.requireRoom(sandbox)).toThrow(new SimulatorError("SIM_MEMORY", message));
  }
  expect(full).toEqual([message]);
  sandboxes.reset(sandbox);
  sandboxes.requireRoom(sandboxes.forKey("a") as Sandbox);
});

test("a sandbox in use is not dropped for another key, until a minute after its last request", () => {
  const { sandboxes, dropped, wall } = sandboxesOf({ limits: { maxBytes: 100_000 } });
  const used = sandboxes.forKey("used") as Sandbox;
  const leave = sandboxes.enter(used);
  change(used, { kind: "jobSubmitted", fact: factsOf()[0] });
  leave();
  const attacker = sandboxes.forKey("attacker") as Sandbox;
  fill(attacker, 100_000);
  const refusal = "the sandboxes' total memory is limited to 97.7 KiB";
  expect(() => sandboxes.requireRoom(attacker)).toThrow(refusal);
  for (let key = 0; key < 5; key++) sandboxes.forKey(`key-${key}`);
  expect(used.ended.aborted).toBe(false);
  wall.ms = 60_000;
  expect(() => sandboxes.requireRoom(attacker)).toThrow(refusal);
  expect(used.ended.aborted).toBe(true);
  expect(dropped).toContain("of used: maxBytes");
});

test("inputs on disk have a limit of their own, and take no memory", () => {
  const limits = { maxBytes: 20_000, maxDiskBytes: 50_000 };
  const { sandboxes } = sandboxesOf({ limits });
  const sandbox = sandboxes.forKey("a") as Sandbox;
  const rows = { ...rowsOf("x".repeat(50_001)), bytesOnDisk: 50_001 };
  const [submitted] = factsOf({ jobId: "job-1" });
  const outcome = { kind: "refused", reason: "" } as const;
  change(sandbox, { kind: "jobSubmitted", fact: submitted });
  sandboxes.requireRoom(sandbox);
  change(sandbox, { kind: "inputsRead", jobId: "job-1", outcome, rows });
  expect(() => sandboxes.requireRoom(sandbox)).toThrow(
    "Failed to create another job, file, or dataset: the total size of the sandboxes' inputs on disk is limited to 48.8 KiB (`maxSandboxDiskBytes`, `--max-sandbox-disk`). Raise the limit, or reset or delete sandboxes.",
  );
  sandboxes.reset(sandbox);
  sandboxes.requireRoom(sandboxes.forKey("a") as Sandbox);
});

test("the part on the V8 heap has a limit of its own", () => {
  const { sandboxes } = sandboxesOf({ limits: { maxHeapBytes: 30_000 } });
  const sandbox = sandboxes.forKey("a") as Sandbox;
  fill(sandbox, 60_000);
  sandboxes.requireRoom(sandbox);
  for (let job = 0; job < 30; job++) {
    change(sandbox, { kind: "jobSubmitted", fact: factsOf({ jobId: `job-${job}` })[0] });
  }
  expect(() => sandboxes.requireRoom(sandbox)).toThrow(
    "Failed to create another job, file, or dataset: the sandboxes' share of the V8 heap is limited to 29.3 KiB, a third of the heap (`NODE_OPTIONS=--max-old-space-size=<megabytes>`). Raise the limit, or reset or delete sandboxes.",
  );
});

test("sandboxes that hold too much: the least recently used ones are dropped after a use", () => {
  const limits = { maxSandboxes: 10, maxBytes: 60_000 };
  const { sandboxes, dropped } = sandboxesOf({ limits });
  for (const key of ["a", "b", "c"]) sandboxes.forKey(key);
  const sandbox = sandboxes.forKey("c") as Sandbox;
  const leave = sandboxes.enter(sandbox);
  fill(sandbox, 45_000);
  expect(dropped).toEqual([]);
  leave();
  expect(dropped).toEqual(["of a: maxBytes"]);
  expect(namesIn(sandboxes)).toEqual(["of undefined", "of b", "of c"]);
});

test("records have half the room: the largest sandboxes lose their oldest ones, and none is dropped", () => {
  const opening = { ...OPENING, journalLimits: { maxCount: 1000, maxBytes: 1_000_000 } };
  const { sandboxes, dropped } = sandboxesOf({ limits: { maxBytes: 200_000 }, opening });
  const [small, large] = [sandboxes.forKey("small"), sandboxes.forKey("large")];
  if (small === undefined || large === undefined) throw new Error("Expected both.");
  record(sandboxes, small, 10);
  for (let round = 0; round < 20; round++) record(sandboxes, large, 20);
  expect(dropped).toEqual([]);
  expect([small.journal.dropped, small.traces.dropped]).toEqual([0, 0]);
  expect(large.recordBytes + small.recordBytes).toBeLessThanOrEqual(100_000);
  expect(large.journal.length + large.journal.dropped).toBe(400);
  expect(large.traces.length + large.traces.dropped).toBe(400);
  expect(large.journal.length).toBeGreaterThan(30);
  expect(large.traces.length).toBeGreaterThan(30);
  const ids = large.journal.all().map(({ id }) => id);
  expect(ids.at(-1)).toBe(400);
  expect(large.traces.droppedUntil).toBe(400 - large.traces.length);
});

test("a deleted sandbox is gone, unless it is one that is kept", () => {
  const { sandboxes } = sandboxesOf({ keys: ["a"] });
  const made = sandboxes.add(recipeOf({ key: "made", name: "made" }));
  const kept = sandboxes.forKey("a") as Sandbox;
  expect([sandboxes.delete(made), sandboxes.delete(kept)]).toEqual([true, false]);
  expect([made.ended.aborted, kept.ended.aborted]).toEqual([true, false]);
  expect(sandboxes.delete(sandboxes.default)).toBe(false);
  expect(namesIn(sandboxes)).toEqual(["of undefined", "of a"]);
});

test("a reset is equivalent to a fresh start", () => {
  using _ = stoppedWallClock();
  const { sandboxes } = sandboxesOf();
  const before = sandboxes.forKey("a") as Sandbox;
  const [fact] = factsOf();
  change(
    before,
    { kind: "jobSubmitted", fact },
    { kind: "callCounted", operationId: "getJob", nth: 1 },
    { kind: "rateCounted", level: { tokens: 1, at: 0 } },
    { kind: "scenarioPlayed", scenario: { ...SCENARIO, name: "other" } },
  );
  fill(before, 10);
  before.clock.advance(1000);
  before.journal.nextId();
  sandboxes.reset(before);
  const after = sandboxes.forKey("a") as Sandbox;
  expect([before.ended.aborted, before.clock.isClosed, after === before]).toEqual([
    true,
    true,
    false,
  ]);
  expect(after.state).toEqual(emptyState({ scenario: SCENARIO }));
  expect(after).toEqual(sandboxes.add(after.recipe));
  expect([after.clock.now(), after.journal.nextId(), after.byteLength]).toEqual([
    openSandbox(recipeOf(), OPENING).clock.now(),
    1,
    10_000,
  ]);
});

test("a reset of the default sandbox replaces it", () => {
  const { sandboxes } = sandboxesOf();
  const before = sandboxes.default;
  sandboxes.reset(before);
  expect([sandboxes.default === before, before.ended.aborted]).toEqual([false, true]);
});
