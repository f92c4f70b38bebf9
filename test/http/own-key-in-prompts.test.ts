import { expect, test } from "@jest/globals";
import { connect } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";

const KEY = "sk-a-clients-own-key-0123456789";

test("a client's own key in a prompt is shown neither in the journal, nor in a job, a snapshot, or a trace", async () => {
  const kept: unknown[] = [];
  await using sim = await startTestSimulator({
    clock: "manual",
    apiKeys: [KEY],
    onExchange: (exchange) => kept.push(exchange),
  });
  const prompt = `Use ${KEY}.`;
  const body = { inputs: [prompt, "a"], system_prompt: prompt };
  const created = await sim.client.json<{ job_id: string }>("POST", "/batch-inference", body);
  const { job_id: jobId } = created.body;
  await sim.clock.advance("1h");
  const path = `/jobs/${jobId}/results?result_format=json&include_inputs=true`;
  expect((await sim.client.json("GET", path)).status).toBe(200);
  const { facts } = await sim.control.jobs.get(jobId);
  expect(facts[0].submission.systemPrompt).toBe("Use ***.");
  expect(kept).toHaveLength(2);
  const shown = JSON.stringify([
    kept,
    sim.exchanges(),
    facts,
    await sim.control.snapshot(),
    await sim.control.trace(),
    await sim.control.report(),
  ]);
  expect(shown.match(new RegExp(`.{0,60}${KEY}`, "g"))).toBeNull();
});

test("a client's own key is not shown where a job ID, a format, or a name belongs", async () => {
  const kept: unknown[] = [];
  await using sim = await startTestSimulator({
    clock: "manual",
    apiKeys: [KEY],
    onExchange: (exchange) => kept.push(exchange),
    yaml: "assumptions: { unknown-model: job-fails }",
  });
  const { client } = sim;
  await client.json("GET", `/job-status/${KEY}`);
  await client.json("GET", `/jobs/${KEY}/results?result_format=${KEY}&${KEY}=1`);
  await client.json("POST", "/batch-inference", { inputs: ["a"], [KEY]: 1, model: KEY });
  await client.json("POST", "/batch-inference", { inputs: KEY, job_priority: 1, [KEY]: 1 });
  await client.json("GET", `/v1/job-cancel/${KEY}`);
  await sim.clock.advance("1h");
  expect(sim.report().findings.map(({ id }) => id)).toContain("unknown-model");
  const shown = [kept, sim.exchanges(), await sim.control.trace(), await sim.control.report()];
  expect(JSON.stringify(shown).match(new RegExp(`.{0,60}${KEY}`, "g"))).toBeNull();
  expect(sim.exchanges()[0]?.jobId).toBe("***");
});

test("a client's own key is not shown in a URL, even if it is percent-encoded", async () => {
  const key = "sk/a+clients=own+key";
  await using sim = await startTestSimulator({ clock: "manual", apiKeys: [key] });
  const encoded = encodeURIComponent(key);
  for (const form of [encoded, encoded.toLowerCase(), encoded.replace("%2F", "/")])
    await sim.client.json("GET", `/models?x=${form}&y=1`);
  expect(new Set(sim.exchanges().map(({ url }) => url))).toEqual(new Set(["/models?x=***&y=1"]));
});

test.each(["Bearer ", "", "Key  "])(
  "a key after the wrong scheme `%s` is not shown, either",
  async (scheme) => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const headers = { authorization: scheme + KEY, "content-type": "application/json" };
    await fetch(`${sim.baseUrl}/job-status/${KEY}`, { headers });
    const body = JSON.stringify({ inputs: [`Use ${KEY}.`] });
    await fetch(`${sim.baseUrl}/batch-inference`, { method: "POST", headers, body });
    const control = connect(sim.controlUrl ?? "");
    const shown = JSON.stringify([await sim.control.trace(), await control.journal.find()]);
    expect(shown).toContain("Use ***.");
    expect(shown.match(new RegExp(`.{0,60}${KEY}`, "g"))).toBeNull();
  },
);
