import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { Client } from "../support/client.ts";

const MOST = 50_000;

test("a schema with too many keys is refused before it is read, and creates nothing", async () => {
  const notices: string[] = [];
  await using sim = await startSimulator({ clock: "poll", onNotice: (text) => notices.push(text) });
  const client = new Client(sim, sim.apiKey);
  const properties = Object.fromEntries(Array.from({ length: MOST }, (_, i) => [`p${i}`, true]));

  const response = await client.request("POST", "/batch-inference", {
    json: { inputs: ["a"], json_schema: { properties } },
  });

  expect(response.headers.get("x-sim-error")).toBe("SIM_SCHEMA_LIMIT");
  expect(await response.json()).toEqual({
    type: "about:blank",
    title: "batch-sim failed; this is not a response from the simulated service.",
    status: 500,
    code: "SIM_SCHEMA_LIMIT",
    detail: `Expected the body to have at most ${MOST} keys, got more. Send a simpler JSON Schema, or raise \`maxSchemaSteps\`.`,
  });
  expect(notices).toEqual([
    `SIM_SCHEMA_LIMIT: Expected the body to have at most ${MOST} keys, got more. Send a simpler JSON Schema, or raise \`maxSchemaSteps\`.`,
  ]);
  const jobId = await client.submit({ inputs: ["a"] });
  await client.follow(jobId);
  const { body } = await client.jsonResults(jobId);
  expect(body.outputs).toHaveLength(1);
  const refused = sim.exchanges().filter(({ simError }) => simError === "SIM_SCHEMA_LIMIT");
  expect(refused.map((exchange) => exchange.jobId)).toEqual([undefined]);
});
