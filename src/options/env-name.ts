import type { Simulator } from "../simulator/simulator.ts";
import type { Form } from "./option-forms.ts";

/** What of a simulator a variable can be set to. */
export const ENV_SOURCES = ["base_url", "deployment_url", "control_url", "api_key"] as const;

/** One of them. */
export type EnvSource = (typeof ENV_SOURCES)[number];

/** A variable of a command's environment, and what it is set to. */
export type EnvName = { readonly name: string; readonly source: EnvSource };

/** `NAME=base_url`. */
export const ENV_NAME: Form<EnvName> = {
  expected: `a variable and what to set it to, such as \`MY_SDK_URL=base_url\` (${ENV_SOURCES.join(", ")})`,
  read: (text) => {
    const [, name, word] = /^([A-Za-z_]\w*)=(.*)$/.exec(text) ?? [];
    const source = ENV_SOURCES.find((each) => each === word);
    return name === undefined || source === undefined ? undefined : { name, source };
  },
};

/** The variables that every command has. */
export const OWN_NAMES: readonly EnvName[] = [
  { name: "BATCH_SIM_BASE_URL", source: "base_url" },
  { name: "BATCH_SIM_DEPLOYMENT_URL", source: "deployment_url" },
  { name: "BATCH_SIM_CONTROL_URL", source: "control_url" },
  { name: "BATCH_SIM_API_KEY", source: "api_key" },
];

/** Their names. */
export const EXEC_VARIABLES: ReadonlySet<string> = new Set(OWN_NAMES.map(({ name }) => name));

/** What the variables are set to. */
export function valuesOf(sim: Simulator): Readonly<Record<EnvSource, string>> {
  return {
    base_url: sim.baseUrl,
    deployment_url: sim.deploymentUrl,
    control_url: sim.controlUrl ?? "",
    api_key: sim.apiKey,
  };
}

/** Where a command's clients find a simulator, as the end of a sentence. */
export function addressIn({ baseUrl }: Simulator, more: readonly EnvName[] = []): string {
  const names = [...OWN_NAMES, ...more].filter(({ source }) => source === "base_url");
  const variables = names.map(({ name }) => `\`${name}\``).join(" or ");
  return `its base URL, ${baseUrl}, from ${variables}; \`--env NAME=base_url\` sets a variable that it reads`;
}
