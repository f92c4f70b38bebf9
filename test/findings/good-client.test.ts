import { expect, test } from "@jest/globals";
import { BatchClient } from "../../examples/jest/src/batch-client.ts";
import { type Simulator, startSimulator } from "../../src/index.ts";
import { SCENARIOS } from "../support/built-in-scenarios.ts";

function clientOf({ baseUrl, deploymentUrl, apiKey }: Simulator): BatchClient {
  const sleep = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return new BatchClient({ baseUrl, deploymentUrl, apiKey, sleep, timeoutMs: 3000 });
}

test.each(SCENARIOS)("a good client has no findings in %s", async (scenario) => {
  await using sim = await startSimulator({ scenario, clock: "poll", onNotice: () => {} });
  const client = clientOf(sim);
  await client.run(["Great product", "Never again"]).catch(isReported);
  await client
    .submit(["Cancel me"])
    .then((jobId) => client.cancel(jobId))
    .catch(isReported);
  const found = sim.report().findings.filter(({ severity }) => severity !== "info");
  expect(found.map(({ id, sentence }) => [id, sentence])).toEqual([]);
});

/** A good client reports the error in its own words. */
function isReported(error: unknown): void {
  expect(error).toHaveProperty("name", "BatchError");
}
