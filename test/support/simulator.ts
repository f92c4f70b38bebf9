import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STALL_CURE } from "../../src/core/clock-spec.ts";
import type { Exchange } from "../../src/core/exchange.ts";
import { connect, type Simulator } from "../../src/index.ts";
import type { PlainOptions } from "../../src/options/options.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { Staging } from "../../src/simulator/staging.ts";
import { checkResponses } from "./checked-verbs.ts";
import { Client } from "./client.ts";
import { contractOf } from "./contract.ts";
import { openStorage } from "./storage.ts";

checkResponses();

/** A simulator under test. When it is disposed of, every exchange with it must have followed the contract. */
export type TestSimulator = Simulator & {
  /** A client with the simulator's own key. */
  readonly client: Client;
  /** A client with another key. */
  readonly clientOf: (apiKey: string) => Client;
  /** Every exchange of every key, oldest first. */
  readonly allExchanges: readonly Exchange[];
  /**
   * Validates a key's exchanges so far against its spec: call it before another scenario changes that, and
   * before its sandbox is deleted.
   */
  readonly checkContract: (apiKey?: string) => Promise<void>;
};

/** A test's settings besides the options: a scenario as text. */
export type TestOptions = PlainOptions & { readonly yaml?: string };

/** Starts a simulator on a free port; `await using` closes it and validates its traffic against the document. */
export async function startTestSimulator({
  yaml,
  ...options
}: TestOptions = {}): Promise<TestSimulator> {
  const allExchanges: Exchange[] = [];
  const unchecked = new Map<Exchange, string>();
  const breaches: string[] = [];
  const notices: string[] = [];
  const scenario = yaml === undefined ? {} : { scenario: await scenarioFile(yaml) };
  const storage = await openStorage();
  const settings = { clock: "poll", ...scenario, ...storage.options, ...options } as const;
  const sim = await storage.start({
    ...settings,
    onExchange: (exchange, sandboxName, title) => {
      allExchanges.push(exchange);
      unchecked.set(exchange, sandboxName);
      options.onExchange?.(exchange, sandboxName, title);
    },
    // A test that listens to notices checks them itself.
    onNotice: (notice) => {
      if (isExpected(notice)) return;
      if (options.onNotice !== undefined) options.onNotice(notice);
      // On a busy machine, a test may seem to leave a clock alone.
      else if (!notice.endsWith(STALL_CURE)) notices.push(notice);
    },
  });
  const check = (document: string, isMeant: (sandboxName: string) => boolean): void => {
    const contract = contractOf(document);
    for (const [exchange, sandboxName] of unchecked) {
      if (!isMeant(sandboxName)) continue;
      unchecked.delete(exchange);
      breaches.push(...contract.breaches(exchange));
    }
  };
  const checkContract = async (apiKey = sim.apiKey): Promise<void> => {
    const { name } = await connect(sim.controlUrl ?? "", { apiKey }).info();
    const document = await documentOf(sim, apiKey, options.scenario);
    check(document, (sandboxName) => sandboxName === name);
  };
  const dispose = async (): Promise<void> => {
    check(await documentOf(sim, sim.apiKey, scenario.scenario ?? options.scenario), () => true);
    breaches.push(...(await storage.end(sim, settings)));
    if (yaml !== undefined) await rm(join(scenario.scenario ?? "", ".."), { recursive: true });
    if (breaches.length + notices.length > 0) throw new Error([...breaches, ...notices].join("\n"));
  };
  return {
    ...sim,
    client: new Client(sim, sim.apiKey),
    clientOf: (apiKey) => new Client(sim, apiKey),
    allExchanges,
    checkContract,
    [Symbol.asyncDispose]: dispose,
  };
}

/**
 * Linter findings about a test's scenario may be intended, because most of these scenarios misbehave. Replicas report which of
 * them leads.
 */
function isExpected(notice: string): boolean {
  return /\[(warning|error) [\w-]+\]$|^Term \d+: /.test(notice);
}

async function scenarioFile(yaml: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const file = join(folder, "scenario.yaml");
  await writeFile(file, yaml);
  return file;
}

/** The text of the spec in effect, as the simulator serves it; a scenario whose faults withhold it must name it. */
async function documentOf(
  sim: Simulator,
  apiKey: string,
  scenario = "happy-path",
): Promise<string> {
  const headers = { authorization: `Key ${apiKey}` };
  const response = await fetch(`${sim.baseUrl}/openapi.json`, { headers }).catch(() => undefined);
  if (response?.headers.has("x-sim-fault") === false) return response.text();
  const staging = new Staging(await loadBaseDocument());
  return JSON.stringify(staging.specOf((await staging.stage(scenario)).scenario).document);
}
