import type { EnvSource } from "../options/env-source.ts";
import { EXEC_VARIABLES } from "../options/exec-variables.ts";
import type { Options } from "../options/option-table.ts";
import type { Simulator } from "../simulator/simulator.ts";

type Variables = Pick<Options, "env" | "controlToken">;

/**
 * A command's environment: that of this process, the variables that every command gets, and those of `env`. Without a control
 * token, no variable is set to it.
 */
export function commandEnvironment(
  sim: Simulator,
  { env = {}, controlToken }: Variables,
): NodeJS.ProcessEnv {
  const values: Readonly<Record<EnvSource, string | undefined>> = {
    base_url: sim.baseUrl,
    deployment_url: sim.deploymentUrl,
    control_url: sim.controlUrl ?? "",
    api_key: sim.apiKey,
    control_token: controlToken,
  };
  const own = Object.entries({ ...EXEC_VARIABLES, ...env }).flatMap(([name, source]) => {
    const value = values[source];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...process.env, ...Object.fromEntries(own) };
}

/** Where the clients in a command find the simulator; completes "Point the client under test at". */
export function addressIn({ baseUrl }: Simulator, { env = {} }: Variables): string {
  const entries = Object.entries({ ...EXEC_VARIABLES, ...env });
  const names = entries.filter(([, source]) => source === "base_url").map(([name]) => name);
  const variables = names.map((name) => `\`${name}\``).join(" and ");
  return `${baseUrl}, the value of ${variables}; \`--env NAME=base_url\` sets another variable to it`;
}
