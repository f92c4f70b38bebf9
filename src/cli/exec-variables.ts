import type { EnvSource, EnvSources } from "../options/env-source.ts";
import type { Simulator } from "../simulator/simulator.ts";

/** The environment variables of every command that `exec` runs. */
const OWN_VARIABLES: EnvSources = {
  BATCH_SIM_BASE_URL: "base_url",
  BATCH_SIM_DEPLOYMENT_URL: "deployment_url",
  BATCH_SIM_CONTROL_URL: "control_url",
  BATCH_SIM_API_KEY: "api_key",
};

/** Names of these variables. */
export const EXEC_VARIABLES: ReadonlySet<string> = new Set(Object.keys(OWN_VARIABLES));

/** The environment of a command: that of this process, the variables above, and `more`. */
export function commandEnvironment(sim: Simulator, more: EnvSources): NodeJS.ProcessEnv {
  const values: Readonly<Record<EnvSource, string>> = {
    base_url: sim.baseUrl,
    deployment_url: sim.deploymentUrl,
    control_url: sim.controlUrl ?? "",
    api_key: sim.apiKey,
  };
  const entries = Object.entries({ ...OWN_VARIABLES, ...more });
  const own = entries.map(([name, source]) => [name, values[source]] as const);
  return { ...process.env, ...Object.fromEntries(own) };
}

/** Where the clients in a command find the simulator; completes a sentence. */
export function addressIn({ baseUrl }: Simulator, more: EnvSources): string {
  const entries = Object.entries({ ...OWN_VARIABLES, ...more });
  const names = entries.filter(([, source]) => source === "base_url").map(([name]) => name);
  const variables = names.map((name) => `\`${name}\``).join(" or ");
  return `its base URL, ${baseUrl}, from ${variables}; \`--env NAME=base_url\` sets a variable that it reads`;
}
