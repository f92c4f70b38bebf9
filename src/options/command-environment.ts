import type { EnvSource, EnvSources } from "./env-source.ts";
import { EXEC_VARIABLES } from "./exec-variables.ts";

/** The addresses and the key of a simulator. */
type Addresses = {
  readonly baseUrl: string;
  readonly deploymentUrl: string;
  readonly controlUrl: string | undefined;
  /** Undefined if clients use keys of their own: then no variable is set to it. */
  readonly apiKey: string | undefined;
};

/** Variables besides those that every command gets. */
type Variables = { readonly env: EnvSources; readonly controlToken: string | undefined };

/**
 * A command's environment: that of this process, the variables that every command gets, those that
 * the API's SDKs read, and those of `env`. Without a control token, no variable is set to it.
 */
export function commandEnvironment(
  sim: Addresses,
  { env, controlToken }: Variables,
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
