import { describe, expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES, rejection } from "./reaches.ts";

describe.each(REACHES)("the scenario %s", (_, reach) => {
  test("can be a built-in one by name, YAML text, or an object", async () => {
    await using sim = await startTestSimulator();
    const { scenario } = reach(sim);
    expect((await scenario.get()).name).toBe("happy-path");
    expect((await scenario.put("slow-job")).name).toBe("slow-job");
    expect(await scenario.get()).toEqual(await scenario.put("slow-job"));
    const written = await scenario.put(
      "name: mine\nprofiles:\n  - queued: 5s\n    when: { jobPriority: 1 }\n",
    );
    expect(written).toMatchObject({
      name: "mine",
      profiles: [{ when: { jobPriority: 1 } }],
    });
    const same = { name: "mine", profiles: [{ queued: "5s", when: { jobPriority: 1 } }] } as const;
    expect(await scenario.put(same)).toEqual(written);
    const names = (await scenario.list()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["happy-path", "instant", "slow-job"]));
  });

  test("that is only a built-in scenario's name is that scenario", async () => {
    await using sim = await startTestSimulator();
    const { scenario } = reach(sim);
    const builtIn = await scenario.put("job-fails-midway");
    expect(builtIn.profiles).not.toEqual([]);
    for (const same of [{ name: "job-fails-midway" }, "name: job-fails-midway\n"])
      expect(await scenario.put(same)).toEqual(builtIn);
    expect((await scenario.put({ name: "mine" })).profiles).toEqual([]);
  });

  test("counts for jobs and calls to come, not for jobs that are there", async () => {
    await using sim = await startTestSimulator({ clock: "manual", scenario: "instant" });
    const control = reach(sim);
    const before = await sim.client.submit({ inputs: ["a"] });
    const { facts, timeline } = await control.jobs.get(before);
    await sim.checkContract();
    await control.scenario.put({
      assumptions: { "create-status": 202, "job-states": "lower-case" },
      profiles: [{ outcome: { failed: { at: "0%", reason: "no luck" } } }],
      faults: [{ on: "getQuotas", status: 503 }],
    });
    expect(await control.jobs.get(before)).toMatchObject({ facts, timeline });
    const created = await sim.client.create({ inputs: ["b"] });
    expect(created.status).toBe(202);
    await control.clock.advanceUntil("idle");
    expect(await sim.client.state(created.body.job_id)).toBe("failed");
    expect(await sim.client.state(before)).toBe("succeeded");
    expect((await sim.client.jsonResults(before)).status).toBe(200);
    expect((await sim.client.request("GET", "/get-quotas")).status).toBe(503);
  });

  test("changes models and assumptions with it, and the clock and the seed stay", async () => {
    await using sim = await startTestSimulator({ clock: "manual", seed: 5 });
    const control = reach(sim);
    await control.scenario.put({ seed: 9, clock: "60x", models: { "my-model": {} } });
    expect((await sim.client.create({ inputs: ["a"], model: "my-model" })).status).toBe(200);
    expect(await control.info()).toMatchObject({ seed: 5, clock: "manual" });
    expect((await sim.client.create({ inputs: ["a"], model: "your-model" })).status).toBe(422);
    await control.reset();
    expect((await sim.client.create({ inputs: ["a"], model: "my-model" })).status).toBe(422);
  });

  test("that is wrong changes nothing; every problem has its line and column", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    const before = await control.snapshot();
    const text = [
      "profiles:",
      "  - queud: 5s",
      "faults:",
      "  - { on: createJob, status: 99 }",
      "assumptions: { create-status: 204, retention: 24 }",
    ];
    const { code, issues, message } = await rejection(control.scenario.put(text.join("\n")));
    expect(code).toBe("SIM_SCENARIO");
    expect(String(message).split("\n")[0]).toBe(
      "Failed to read the scenario `scenario`: 4 problems.",
    );
    const places = (issues as { file: string; line: number; column: number; path: string }[]).map(
      ({ file, line, column, path }) => `${file}:${line}:${column} ${path}`,
    );
    expect(places).toEqual([
      "scenario:2:5 profiles.0.queud",
      "scenario:4:30 faults.0.status",
      "scenario:5:31 assumptions.create-status",
      "scenario:5:47 assumptions.retention",
    ]);
    expect(await control.snapshot()).toEqual(before);
  });

  test("is checked as lint does, without an effect", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    const before = await control.snapshot();
    expect(await control.scenario.check("profiles:\n  - queud: 5s\n")).toEqual([
      {
        line: 2,
        column: 5,
        path: "profiles.0.queud",
        message: "Unknown key `queud`. Did you mean `queued`?",
        severity: "error",
      },
    ]);
    const twice = "faults:\n  - { on: getJob, status: 503 }\n  - { on: getJob, status: 500 }\n";
    expect(await control.scenario.check(twice)).toMatchObject([
      { line: 2, severity: "warning", rule: "undeclared-status" },
      { line: 3, severity: "error", rule: "unreachable-fault" },
      { line: 3, severity: "warning", rule: "undeclared-status" },
    ]);
    expect(await control.scenario.check("profiles: [{ queued: 5s }]")).toEqual([]);
    expect(await control.snapshot()).toEqual(before);
    // A part without an effect doesn't prevent loading.
    expect(await control.scenario.put(twice)).toMatchObject({ name: "scenario" });
  });

  test("is never read from the server's disk", async () => {
    await using sim = await startTestSimulator();
    const { scenario } = reach(sim);
    expect(await rejection(scenario.put("./mine.yaml"))).toMatchObject({
      code: "SIM_ARGUMENT",
      message:
        "Expected `scenario` to be a built-in scenario's name or YAML text, got `./mine.yaml`, the name of a file. Send the file's content.",
    });
    const { code, message } = await rejection(scenario.put("slow-jbo"));
    expect(code).toBe("SIM_SCENARIO");
    expect(message).toBe(
      "Failed to find the scenario `slow-jbo`: no built-in scenario has this name. Did you mean `slow-job`?",
    );
  });
});

describe.each(REACHES)("assumptions %s", (_, reach) => {
  test("show their values, where they were set, and who relied on them", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    await control.scenario.put("assumptions: { create-status: 201 }");
    const created = await sim.client.create({ inputs: ["a"], sampling_params: { seed: 1 } });
    const jobId = created.body.job_id;
    await sim.client.state(jobId);
    const all = await control.assumptions();
    const find = (id: string) => all.find((entry) => entry.id === id);
    expect(find("create-status")).toEqual({
      id: "create-status",
      question: "Which HTTP status does the service return for a successful create request?",
      value: 201,
      default: 200,
      setBy: "scenario",
      isDeviation: false,
      reliedOnBy: ["createJob"],
    });
    expect(find("sampling-params")).toMatchObject({ setBy: "default", reliedOnBy: ["createJob"] });
    expect(find("status-operation")?.reliedOnBy).toEqual(["getJobStatus"]);
    expect(find("job-states")?.reliedOnBy).toEqual(["getJobStatus"]);
    expect(find("cancel-status")?.reliedOnBy).toEqual([]);
    expect(find("unauthenticated")?.reliedOnBy).toEqual([]);
  });

  test("name the operation whose request relied on a lenient reading", async () => {
    await using sim = await startTestSimulator({ scenario: "instant" });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    await sim.client.jsonResults(jobId, { include_inputs: "True" });
    const all = await reach(sim).assumptions();
    expect(all.find(({ id }) => id === "query-booleans")?.reliedOnBy).toEqual(["getResults"]);
  });
});
