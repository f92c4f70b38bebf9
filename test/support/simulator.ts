import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "../../src/core/exchange.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../src/index.ts";
import { loadBaseDocument } from "../../src/spec/load.ts";
import { Staging } from "../../src/staging.ts";
import { Client } from "./client.ts";
import { Contract } from "./contract.ts";

/** A simulator under test: when it is disposed of, every exchange with it must have kept the contract. */
export type TestSimulator = Simulator & {
  /** A client with the simulator's own key. */
  readonly client: Client;
  /** A client with another key. */
  readonly clientOf: (apiKey: string) => Client;
  /** Every exchange of every key, oldest first. */
  readonly allExchanges: readonly Exchange[];
};

/** What a test may say besides the options: a scenario as text. */
export type TestOptions = SimulatorOptions & { readonly yaml?: string };

/** Starts a simulator on a free port; `await using` ends it and checks what went over it against the document. */
export async function startTestSimulator({
  yaml,
  ...options
}: TestOptions = {}): Promise<TestSimulator> {
  const allExchanges: Exchange[] = [];
  const notices: string[] = [];
  const scenario = yaml === undefined ? {} : { scenario: await scenarioFile(yaml) };
  const sim = await startSimulator({
    clock: "poll",
    ...scenario,
    ...options,
    onExchange: (exchange) => void allExchanges.push(exchange),
    onNotice: (notice) => void (isFinding(notice) || notices.push(notice)),
  });
  const dispose = async (): Promise<void> => {
    const document = await documentOf(sim, scenario.scenario ?? options.scenario);
    await sim.close();
    if (yaml !== undefined) await rm(join(scenario.scenario ?? "", ".."), { recursive: true });
    const contract = new Contract(document);
    const breaches = allExchanges.flatMap((exchange) => contract.breaches(exchange));
    if (breaches.length + notices.length > 0) throw new Error([...breaches, ...notices].join("\n"));
  };
  return {
    ...sim,
    client: new Client(sim, sim.apiKey),
    clientOf: (apiKey) => new Client(sim, apiKey),
    allExchanges,
    [Symbol.asyncDispose]: dispose,
  };
}

/** What the linter says of a test's scenario may be meant: most of them misbehave. */
function isFinding(notice: string): boolean {
  return /\[(warning|error) [\w-]+\]$/.test(notice);
}

async function scenarioFile(yaml: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const file = join(folder, "scenario.yaml");
  await writeFile(file, yaml);
  return file;
}

/** The document in force, as the simulator serves it; a scenario whose faults keep it back says itself which it is. */
async function documentOf(sim: Simulator, scenario = "happy-path"): Promise<JsonObject> {
  const response = await fetch(`${sim.baseUrl}/openapi.json`).catch(() => undefined);
  if (response?.headers.has("x-sim-fault") === false) return (await response.json()) as JsonObject;
  const staging = new Staging(await loadBaseDocument());
  return staging.specOf((await staging.stage(scenario)).scenario).document;
}
