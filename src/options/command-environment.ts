import { isJsonObject } from "../core/json.ts";
import { type Form, misfit, refusingIn } from "./form.ts";
import { oneOf } from "./forms.ts";

/** The environment variables that `exec` sets for its command, and the source of each value. */
export const EXEC_VARIABLES = {
  BATCH_SIM_BASE_URL: "base_url",
  BATCH_SIM_DEPLOYMENT_URL: "deployment_url",
  BATCH_SIM_CONTROL_URL: "control_url",
  BATCH_SIM_API_KEY: "api_key",
  BATCH_SIM_CONTROL_TOKEN: "control_token",
} as const;

/** Names of the values that environment variables can pass to a command. */
export const ENV_SOURCES = Object.values(EXEC_VARIABLES);

type EnvSource = (typeof ENV_SOURCES)[number];

export type EnvSources = Readonly<Record<string, EnvSource>>;

const SOURCE: Form<EnvSource> = oneOf(ENV_SOURCES);
const VARIABLE = /^[A-Za-z_]\w*$/;

/** Sources of environment variables: `{ NAME: source }`, or `NAME=source` on the command line. */
export const ENV: Form<EnvSources> = {
  expected: "an object that maps environment variables to their sources",
  placeholder: "NAME=SOURCE",
  expectedText: `an environment variable and its source, such as \`MY_SDK_URL=base_url\` (sources: ${ENV_SOURCES.join(", ")})`,
  schema: {
    type: "object",
    propertyNames: { pattern: VARIABLE.source },
    additionalProperties: { enum: ENV_SOURCES },
  },
  fromText: (text) => {
    const [, name, source] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    return name === undefined ? text : { [name]: source };
  },
  read: (data, refuse) => {
    if (!isJsonObject(data)) return refuse(misfit(ENV.expected, data));
    const expected = "a valid name for an environment variable, such as `MY_SDK_URL`";
    for (const [name, source] of Object.entries(data))
      if (VARIABLE.test(name)) SOURCE.read(source, refusingIn(name, refuse));
      else refuse({ path: [name], at: "key", expected, got: name });
    return data as EnvSources;
  },
  combine: (values) => Object.assign({}, ...values),
};

type Addresses = Readonly<Record<"baseUrl" | "deploymentUrl", string>> &
  Readonly<Record<"controlUrl" | "apiKey", string | undefined>>;

type Variables = {
  readonly env: EnvSources;
  readonly controlToken: string | undefined;
  /** The URL of the report page that is written after the run; undefined if there is none. */
  readonly reportPage?: string;
};

/** This process's environment, plus variables for those of the simulator's values that exist. */
export function commandEnvironment(
  sim: Addresses,
  { env, controlToken, reportPage = "" }: Variables,
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
  return { ...process.env, [REPORT_PAGE_VARIABLE]: reportPage, ...Object.fromEntries(own) };
}

/** The value of a variable that `exec` sets; undefined if it is unset or empty. */
export function execVariable(name: keyof typeof EXEC_VARIABLES): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

/** Variable with the URL of the report page. Empty if `exec` runs without `--report-dir`. */
const REPORT_PAGE_VARIABLE = "BATCH_SIM_REPORT_PAGE";

/**
 * Address of a page that shows a failed test's sandbox after the test run: the report page from
 * `exec`, or the viewer of a running simulator. Undefined if the simulator ends with the tests.
 */
export function viewerAddress(sandbox: string): string | undefined {
  const url = execVariable("BATCH_SIM_CONTROL_URL");
  const page = process.env[REPORT_PAGE_VARIABLE] ?? (url && `${url}/ui`);
  return page ? `${page}#/timeline?sandbox=${encodeURIComponent(sandbox)}` : undefined;
}
