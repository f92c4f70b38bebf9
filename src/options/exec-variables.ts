import type { EnvSource } from "./env-source.ts";

/**
 * The environment variables of every command that `exec` runs, and the value that each is set to.
 */
export const EXEC_VARIABLES = {
  BATCH_SIM_BASE_URL: "base_url",
  BATCH_SIM_DEPLOYMENT_URL: "deployment_url",
  BATCH_SIM_CONTROL_URL: "control_url",
  BATCH_SIM_API_KEY: "api_key",
  BATCH_SIM_CONTROL_TOKEN: "control_token",
} as const satisfies Readonly<Record<string, EnvSource>>;

/** The value of one of these variables in this process; undefined if it is not set or empty. */
export function execVariable(name: keyof typeof EXEC_VARIABLES): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}
