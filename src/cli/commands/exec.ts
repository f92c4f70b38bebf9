import { addressIn, type EnvName, OWN_NAMES, valuesOf } from "../../options/env-name.ts";
import type { Options } from "../../options/option-table.ts";
import { simulatorOptions } from "../../options/simulator-options.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { conclude } from "../output/conclude.ts";
import { readProject } from "../project-file.ts";
import { refuseManual } from "../refuse-manual.ts";
import { runCommand } from "../run-command.ts";
import { withProject } from "../with-project.ts";

/**
 * Runs a command against a simulator of its own, and reports what its clients did wrong. Resolves with the command's exit status,
 * or with 3 where it passed and its clients' conduct didn't.
 */
export async function exec(given: Options, command: readonly string[]): Promise<number> {
  const [program = "", ...args] = command;
  const project = await readProject(given.config);
  const options = withProject(given, project);
  const sim = await startSimulator({
    ...(await simulatorOptions({ ...options, port: options.port ?? 0 })),
  });
  try {
    await refuseManual(sim, false);
    for (const expected of project?.expected ?? []) sim.expectFinding(expected);
    const exitCode = await runCommand({ program, args, env: environment(sim, options.env ?? []) });
    const report = sim.report({ strict: options.strict ?? false });
    return await conclude(report, options, { exitCode, address: addressIn(sim, options.env) });
  } finally {
    await sim.close();
  }
}

function environment(sim: Simulator, names: readonly EnvName[]): NodeJS.ProcessEnv {
  const values = valuesOf(sim);
  const own = [...OWN_NAMES, ...names].map(({ name, source }) => [name, values[source]] as const);
  return { ...process.env, ...Object.fromEntries(own) };
}
