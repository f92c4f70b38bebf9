import { readFile } from "node:fs/promises";
import { UsageError } from "../cli/output/failure.ts";
import { DEFAULT_PORT, type Options } from "./option-table.ts";
import type { SimulatorOptions, TlsOptions } from "./options.ts";

/**
 * The simulator that options ask for; throws a UsageError of all that is wrong across them.
 * What is undefined here is left to the simulator's own defaults.
 */
export async function simulatorOptions(options: Options): Promise<SimulatorOptions> {
  const problems: string[] = [];
  const { port = DEFAULT_PORT, deploymentPort } = options;
  if (deploymentPort === port && port !== 0) {
    problems.push(
      `Expected \`--deployment-port\` to differ from \`--port\`, got \`${port}\` for both.`,
    );
  }
  const tls = await tlsOf(options, problems);
  if (problems.length > 0) throw new UsageError(problems);
  return defined({
    scenario: options.scenario,
    port,
    host: options.host,
    clock: options.clock,
    seed: options.seed,
    apiKeys: options.apiKey,
    deploymentPort,
    basePath: options.basePath,
    cors: options.cors,
    tls,
    maxBodyBytes: options.maxBody,
    maxDownloadBytes: options.maxDownload,
    maxSandboxes: options.maxSandboxes,
    maxSandboxBytes: options.maxSandboxBytes,
    maxJournalExchanges: options.maxJournalExchanges,
    maxJournalBytes: options.maxJournalBytes,
    watch: options.watch,
    overlays: options.overlay,
    control: options.noControl === true ? false : undefined,
    controlToken: options.controlToken,
  });
}

async function tlsOf(options: Options, problems: string[]): Promise<TlsOptions | undefined> {
  const { tlsCert, tlsKey } = options;
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    const [given, missing] =
      tlsKey === undefined ? ["--tls-cert", "--tls-key"] : ["--tls-key", "--tls-cert"];
    problems.push(`Expected \`${missing}\` as well, got only \`${given}\`.`);
    return undefined;
  }
  const cert = await readPem("--tls-cert", tlsCert, problems);
  const key = await readPem("--tls-key", tlsKey, problems);
  return { cert, key };
}

async function readPem(name: string, file: string, problems: string[]): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    problems.push(`Failed to read the file of \`${name}\`: ${found}.`);
    return "";
  }
}

/** An object without the keys whose value is undefined. */
export function defined<Value extends object>(
  value: {
    [Key in keyof Value]: Value[Key] | undefined;
  },
): Value {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as Value;
}
