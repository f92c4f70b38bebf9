import { isScenarioFile } from "../core/scenario-source.ts";
import { isLoopback, isPostgresUrl } from "../core/urls.ts";
import type { OptionName, Options } from "./option-table.ts";
import { SIMULATOR_TABLE } from "./simulator-table.ts";

/** Returns an option's name in the notation of the option's source, such as `--port`. */
type NameOf = (name: OptionName) => string;

type Rule = {
  readonly about: OptionName;
  readonly with: readonly OptionName[];
  /** The problem as a sentence; undefined if the rule holds. */
  readonly problem: (options: Options, nameOf: NameOf) => string | undefined;
};

function lacksToken({ control, controlToken, host }: Options): boolean {
  const isLocal = isLoopback(host ?? SIMULATOR_TABLE.host.fallback);
  return control !== false && controlToken === undefined && !isLocal;
}

/** Whether a server without a control token may generate one. Replicas can't: they share one. */
export function mayGenerateToken(options: Options): boolean {
  return lacksToken(options) && !isPostgresUrl(options.store ?? SIMULATOR_TABLE.store.fallback);
}

const RULES: readonly Rule[] = [
  {
    about: "deploymentPort",
    with: ["port"],
    problem: ({ deploymentPort, port }, nameOf) =>
      deploymentPort === undefined || deploymentPort === 0 || deploymentPort !== port
        ? undefined
        : `Expected \`${nameOf("deploymentPort")}\` to differ from \`${nameOf("port")}\`, got \`${port}\` for both.`,
  },
  {
    about: "watch",
    with: ["scenario"],
    problem: ({ watch, scenario = SIMULATOR_TABLE.scenario.fallback }, nameOf) =>
      watch !== true || isScenarioFile(scenario)
        ? undefined
        : `Expected \`${nameOf("scenario")}\` to be a file if \`${nameOf("watch")}\` is set, got \`${scenario}\`.`,
  },
  {
    // Anyone who can reach the control API can read clients' requests and change their responses.
    about: "controlToken",
    with: ["host", "control"],
    problem: (options, nameOf) =>
      !lacksToken(options)
        ? undefined
        : `Expected \`${nameOf("controlToken")}\` to be set, since \`${nameOf("host")}\` is \`${options.host}\` and other machines may reach the control API. Set a token, or turn the control API off (\`--no-control\`, \`control: false\`).`,
  },
  {
    // A replica that isn't the leader reads the state through the leader's control API.
    about: "control",
    with: ["store"],
    problem: ({ control, store = SIMULATOR_TABLE.store.fallback }, nameOf) =>
      control !== false || !isPostgresUrl(store)
        ? undefined
        : `Expected the control API to be on, since \`${nameOf("store")}\` is a PostgreSQL database, and replicas need the control API. Remove \`--no-control\` or \`control: false\`.`,
  },
  pairRule("tlsCert", "tlsKey"),
  pairRule("tlsKey", "tlsCert"),
];

function pairRule(about: "tlsCert" | "tlsKey", other: "tlsCert" | "tlsKey"): Rule {
  return {
    about,
    with: [other],
    problem: (options, nameOf) =>
      options[about] !== undefined || options[other] === undefined
        ? undefined
        : `Expected both \`${nameOf(other)}\` and \`${nameOf(about)}\`, got only \`${nameOf(other)}\`.`,
  };
}

/** Finds broken rules, except for rules that involve an option in `invalid`. */
export function brokenRules(
  options: Options,
  nameOf: NameOf,
  invalid: ReadonlySet<string>,
): readonly { readonly about: OptionName; readonly message: string }[] {
  return RULES.flatMap((rule) => {
    if ([rule.about, ...rule.with].some((name) => invalid.has(name))) return [];
    const message = rule.problem(options, nameOf);
    return message === undefined ? [] : [{ about: rule.about, message }];
  });
}
