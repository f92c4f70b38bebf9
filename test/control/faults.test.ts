import { describe, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import type { FaultInput } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES, rejection } from "./reaches.ts";

const YAML = "faults: [{ name: outage, on: getJobStatus, status: 503, times: 1 }]";

describe.each(REACHES)("fault rules %s", (_, reach) => {
  test("show how often they met a call and fired, and which never did", async () => {
    await using sim = await startTestSimulator({ yaml: YAML });
    const { faults } = reach(sim);
    expect(await faults.unused()).toEqual(await faults.list());
    const jobId = await sim.client.submit({ inputs: ["a"] });
    for (let poll = 0; poll < 3; poll++) await sim.client.request("GET", `/job-status/${jobId}`);
    expect(await faults.list()).toEqual([
      { rule: expect.objectContaining({ name: "outage", times: 1 }), matched: 3, fired: 1 },
    ]);
    expect(await faults.unused()).toEqual([]);
  });

  test("that are added go first, get names of their own, and meet calls from then on", async () => {
    await using sim = await startTestSimulator({ yaml: YAML });
    const { faults } = reach(sim);
    const added = await faults.add(
      { on: "getJobStatus", status: 429, times: 2 },
      { name: "slow", on: "*", status: 500, probability: 0 },
    );
    expect(added.map(({ rule }) => rule.name)).toEqual(["2-status", "slow"]);
    const list = await faults.list();
    expect(list.map(({ rule }) => rule.name)).toEqual(["2-status", "slow", "outage"]);
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const seen = [];
    for (let poll = 0; poll < 4; poll++) {
      const { status, headers } = await sim.client.request("GET", `/job-status/${jobId}`);
      seen.push([status, headers.get("x-sim-fault")]);
    }
    expect(seen).toEqual([
      [429, "2-status"],
      [429, "2-status"],
      [503, "outage"],
      [200, null],
    ]);
  });

  test("tell in each exchange why they fired or did not", async () => {
    await using sim = await startTestSimulator({ yaml: YAML });
    const { faults, journal } = reach(sim);
    await faults.add({
      name: "renamed",
      on: "getJobStatus",
      renameField: { at: "/nowhere", to: "y" },
    });
    await sim.client.request("GET", "/list-jobs");
    const jobId = await sim.client.submit({ inputs: ["a"] });
    for (let poll = 0; poll < 2; poll++) await sim.client.request("GET", `/job-status/${jobId}`);
    const unmet = (condition: string, because: string) => ({ unmet: { condition, because } });
    const notFor = unmet("on", "the rule is for getJobStatus");
    const nothing = unmet("effect", "the fault found nothing to change");
    const others = [
      { rule: "renamed", ...notFor },
      { rule: "outage", ...notFor },
    ];
    expect((await journal.find()).map(({ rules }) => rules)).toEqual([
      others,
      others,
      [{ rule: "renamed", ...nothing }, { rule: "outage" }],
      [
        { rule: "renamed", ...nothing },
        { rule: "outage", ...unmet("times", "the rule had already fired once") },
      ],
    ]);
    await faults.remove("renamed");
    await faults.remove("outage");
    await sim.client.request("GET", "/list-jobs");
    expect((await journal.find()).at(-1)).not.toHaveProperty("rules");
  });

  test("can be removed; the others keep their hits", async () => {
    await using sim = await startTestSimulator({ yaml: YAML });
    const { faults } = reach(sim);
    await faults.add({ name: "busy", on: "getQuotas", status: 429 });
    expect((await sim.client.request("GET", "/get-quotas")).status).toBe(429);
    await faults.remove("outage");
    expect((await faults.list()).map(({ rule, fired }) => [rule.name, fired])).toEqual([
      ["busy", 1],
    ]);
    await faults.remove("busy");
    expect((await sim.client.request("GET", "/get-quotas")).status).toBe(200);
    expect(await rejection(faults.remove("busy"))).toEqual({
      code: "SIM_UNKNOWN_FAULT",
      message:
        "Failed to find the fault rule `busy`: no rule has that name. The sandbox has no fault rules.",
      issues: [],
    });
  });

  test("that are invalid change nothing, and every problem is reported", async () => {
    await using sim = await startTestSimulator({ yaml: YAML });
    const { faults } = reach(sim);
    const before = await sim.control.snapshot();
    const { code, issues } = await rejection(
      faults.add(
        { on: "getJobStatus", status: 503 },
        { on: "getJobStatsu", status: 503, tims: 1 } as unknown as FaultInput,
        { on: "*", status: 503, when: { body: { properties: { a: { type: "objekt" } } } } },
      ),
    );
    expect(code).toBe("SIM_ARGUMENT");
    expect((issues as { path: string }[]).map(({ path }) => path)).toEqual([
      "faults.1.on",
      "faults.1.tims",
      "faults.2.when.body",
    ]);
    expect(await rejection(faults.add({ name: "outage", on: "*", status: 500 }))).toMatchObject({
      code: "SIM_ARGUMENT",
      message:
        "Expected `faults.0.name` to be a unique name, got `outage`, the name of an existing rule.",
    });
    expect(await sim.control.snapshot()).toEqual(before);
  });

  test("of one name that are added at the same time: only the first call succeeds", async () => {
    await using sim = await startTestSimulator({ yaml: YAML });
    const { faults } = reach(sim);
    const add = () => faults.add({ name: "same", on: "getJob", status: 500 });
    const settled = await Promise.allSettled([add(), add()]);
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await faults.list()).map(({ rule }) => rule.name)).toEqual(["same", "outage"]);
  });

  test("that limit a rate show in the snapshot what is left of the limit", async () => {
    const yaml = "faults: [{ name: limit, on: getJobStatus, rateLimit: { requests: 2, per: 1s } }]";
    await using sim = await startTestSimulator({ yaml, clock: "manual" });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    await sim.client.state(jobId);
    const snapshot = await reach(sim).snapshot();
    expect(snapshot.faultHits).toEqual({
      limit: { matched: 1, fired: 0, bucket: { credit: 1000, at: VIRTUAL_START } },
    });
  });
});
