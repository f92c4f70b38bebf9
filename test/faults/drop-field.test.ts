import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, headOf, hear, JSON_TYPE, scenarioOf, see } from "./wire.ts";

const path = "/try-authentication";

test("dropField: the field is missing, and the length is the new body's", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("dropField: /authenticated") });
  const { headers, body } = await see(sim, { path });
  expect([headers["content-length"], headers["x-sim-fault"], String(body)]).toEqual([
    "2",
    "f",
    "{}",
  ]);
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("dropField: a field of a record in a list", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("dropField: /jobs/0/status", "listJobs"),
  });
  await sim.client.submit({ inputs: ["a"] });
  await sim.client.submit({ inputs: ["b"] });
  const { body } = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
  expect(body.jobs.map((job) => "status" in job)).toEqual([false, true]);
});

test("dropField of streamed results", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("dropField: /outputs/1", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a", "b", "c"] });
  const [bad, good] = [await sim.client.jsonResults(jobId), await sim.client.jsonResults(jobId)];
  expect(bad.body).toEqual({ outputs: [good.body.outputs[0], good.body.outputs[2]] });
});

test("dropField of a stream of lines removes the field from every line", async () => {
  await using sim = await startTestSimulator({
    yaml: "faults: [{ name: f, on: streamJobProgress, times: 1, dropField: /result/output_tokens }]\n",
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const response = await sim.client.request("GET", `/stream-job-progress/${jobId}`);
  const lines = (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const tokens = lines.filter(({ update_type }) => update_type === "tokens");
  expect(Object.keys(tokens.at(-1).result)).toEqual([
    "input_tokens",
    "total_tokens_processed_per_second",
  ]);
  expect(lines.find(({ update_type }) => update_type === "progress").result).toBe(0);
});

test.each(["/nothing", "/authenticated/deeper"])(
  "dropField %s, which isn't there, changes nothing",
  async (pointer) => {
    await using sim = await startTestSimulator({ yaml: scenarioOf(`dropField: ${pointer}`) });
    const head = headOf("200 OK", { "content-type": JSON_TYPE, "content-length": 22 });
    const closing = head.replace("keep-alive", "close");
    expect(await hear(sim, { path, headers: ["Connection: close"] })).toEqual({
      text: `${closing}{"authenticated":true}`,
      end: "FIN",
    });
  },
);
