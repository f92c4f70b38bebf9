import { expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { type SimulatorOptions, startSimulator } from "../../../src/index.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { PATIENCE } from "../../support/storage.ts";

async function openDatabase(): Promise<Postgres & AsyncDisposable> {
  const postgres = await startPostgres();
  return { ...postgres, [Symbol.asyncDispose]: postgres.stop };
}

const SCENARIO = "name: story\nfaults:\n  - { name: busy, on: getQuotas, error: forbidden }\n";

test("a replica with other options than the leader's is refused, and shown the difference", async () => {
  await using postgres = await openDatabase();
  const store = `${postgres.url()}?${PATIENCE}`;
  const { name } = postgresAddressOf(store);
  const common: SimulatorOptions = {
    ...{ store, seed: 7, scenario: SCENARIO, apiKeys: ["secret-key"], onNotice: () => {} },
  };
  const refusal = async (options: SimulatorOptions): Promise<string> => {
    const started = await startSimulator({ ...common, ...options }).catch((error) => error);
    if (!(started instanceof Error)) await started.close();
    return started.message;
  };
  const refused = (difference: string): string =>
    `Failed to join the replicas that share the store \`${name}\`: the leader's options differ: ${difference}. Start all replicas with the same options; to change the options, stop all replicas first.`;
  const leader = await startSimulator(common);
  expect(await refusal({ seed: 8, clock: "60x" })).toBe(
    refused("`--clock` (`60x` here, `unset` there), `--seed` (`8` here, `7` there)"),
  );
  expect(await refusal({ scenario: SCENARIO.replace("forbidden", "rate-limited") })).toBe(
    refused("the scenario's content"),
  );
  expect(await refusal({ scenario: "slow-job" })).toBe(
    refused("`--scenario` (`slow-job` here, `story` there), the scenario's content"),
  );
  expect(await refusal({ overlays: ["client-sdk"] })).toBe(
    refused("`--overlay` (`client-sdk` here, `none` there), the spec's content"),
  );
  expect(await refusal({ apiKeys: ["another-key"] })).toBe(refused("`--api-key`"));
  expect(await refusal({ output: () => "x", maxSandboxes: 5 })).toBe(
    refused("`--max-sandboxes` (`5` here, `1000` there), `output` (`set` here, `unset` there)"),
  );
  // Options that may differ between replicas.
  await using follower = await startSimulator({ ...common, port: 0, drainMs: 100 });
  await leader.close();
  // After all of them have stopped, other options can be used.
  await follower.close();
  await using next = await startSimulator({ ...common, apiKeys: ["another-key"], seed: 9 });
  expect(next.seed).toBe(9);
}, 120_000);
