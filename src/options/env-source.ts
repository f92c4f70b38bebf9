import { type Form, isObject, joined, misfit, type Reading } from "./form.ts";
import { oneOf } from "./forms.ts";

/** The values of a simulator that an environment variable of a command can be set to. */
export const ENV_SOURCES = [
  "base_url",
  "deployment_url",
  "control_url",
  "api_key",
  "control_token",
] as const;

export type EnvSource = (typeof ENV_SOURCES)[number];

/** Environment variables of a command, with the value that each is set to. */
export type EnvSources = Readonly<Record<string, EnvSource>>;

const SOURCE: Form<EnvSource> = oneOf(ENV_SOURCES);
const VARIABLE = /^[A-Za-z_]\w*$/;

/** In a project file `{ NAME: source }`; on the command line `NAME=source`. */
export const ENV: Form<EnvSources> = {
  expected: "an object of variables and their sources",
  placeholder: "NAME=SOURCE",
  expectedText: `a variable and its source, such as \`MY_SDK_URL=base_url\` (sources: ${ENV_SOURCES.join(", ")})`,
  schema: {
    type: "object",
    propertyNames: { pattern: VARIABLE.source },
    additionalProperties: { enum: ENV_SOURCES },
  },
  fromText: (text) => {
    const [, name, source] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    return name === undefined ? text : { [name]: source };
  },
  read: (data) => {
    if (!isObject(data)) return misfit(ENV.expected, data);
    const names = Object.keys(data);
    const reading = joined(names.map((name) => [name, variable(name, data[name])]));
    if (!("value" in reading)) return reading;
    const entries = names.map((name, index) => [name, reading.value[index]]);
    return { value: Object.fromEntries(entries) as EnvSources, misfits: [] };
  },
  combine: (values) => Object.assign({}, ...values),
};

function variable(name: string, data: unknown): Reading<EnvSource> {
  if (VARIABLE.test(name)) return SOURCE.read(data);
  const expected = "named like a variable, such as `MY_SDK_URL`";
  return { misfits: [{ path: [], at: "key", expected, got: name }] };
}
