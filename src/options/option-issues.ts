import { CLOCK_FORM, parseClockSpec } from "../core/clock-spec.ts";
import type { Issue } from "../core/errors.ts";
import { isScenarioFile } from "../simulator/open-scenario.ts";
import { MIN_SANDBOX_BYTES } from "../state/min-sandbox-bytes.ts";
import type { SimulatorOptions } from "./options.ts";

const OPTION_NAMES: ReadonlySet<string> = new Set([
  "scenario",
  "watch",
  "overlays",
  "seed",
  "clock",
  "port",
  "host",
  "apiKeys",
  "deploymentPort",
  "basePath",
  "cors",
  "tls",
  "maxBodyBytes",
  "maxDownloadBytes",
  "fetchTimeoutMs",
  "output",
  "control",
  "controlToken",
  "maxSandboxes",
  "maxSandboxBytes",
  "maxJournalExchanges",
  "maxJournalBytes",
  "onExchange",
  "onNotice",
]);

/** All that is wrong with options. */
export function optionIssues(options: SimulatorOptions): Issue[] {
  const kinds = kindIssues(options);
  if (kinds.length > 0) return kinds;
  return [
    ...unknownOptions(options),
    ...numberIssues(options),
    ...textIssues(options),
    ...controlIssues(options),
  ];
}

/** Programs in JavaScript give what they like. */
function kindIssues({ scenario, apiKeys }: SimulatorOptions): Issue[] {
  const issues: Issue[] = [];
  if (scenario !== undefined && typeof scenario !== "string") {
    const got = JSON.stringify(scenario);
    issues.push(
      issue(
        "scenario",
        `Expected \`scenario\` to be a built-in scenario's name or a file, got \`${got}\`.`,
      ),
    );
  }
  if (apiKeys !== undefined && !Array.isArray(apiKeys)) {
    issues.push(issue("apiKeys", "Expected `apiKeys` to be a list of texts, got something else."));
  }
  return issues;
}

function unknownOptions(options: SimulatorOptions): Issue[] {
  return Object.keys(options)
    .filter((name) => !OPTION_NAMES.has(name))
    .map((name) =>
      issue(
        name,
        `Expected an option of startSimulator, got \`${name}\`. There are: ${[...OPTION_NAMES].join(", ")}.`,
      ),
    );
}

function numberIssues(options: SimulatorOptions): Issue[] {
  const bounds = [
    ["seed", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["port", 0, 65_535],
    ["deploymentPort", 0, 65_535],
    ["maxBodyBytes", 1, Number.MAX_SAFE_INTEGER],
    ["maxDownloadBytes", 1, Number.MAX_SAFE_INTEGER],
    ["fetchTimeoutMs", 1, 2_147_483_647],
    ["maxSandboxes", 1, 1_000_000],
    ["maxSandboxBytes", MIN_SANDBOX_BYTES, Number.MAX_SAFE_INTEGER],
    ["maxJournalExchanges", 1, 10_000_000],
    ["maxJournalBytes", 1, Number.MAX_SAFE_INTEGER],
  ] as const;
  return bounds.flatMap(([name, min, max]) => {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && value >= min && value <= max))
      return [];
    return [
      issue(
        name,
        `Expected \`${name}\` to be an integer from ${min} to ${max}, got \`${String(value)}\`.`,
      ),
    ];
  });
}

function textIssues(options: SimulatorOptions): Issue[] {
  const { clock, basePath, apiKeys, deploymentPort, port, output, watch, scenario, overlays } =
    options;
  const issues: Issue[] = [];
  if (output !== undefined && typeof output !== "function") {
    issues.push(
      issue("output", `Expected \`output\` to be a function, got \`${JSON.stringify(output)}\`.`),
    );
  }
  if (watch === true && !isScenarioFile(scenario ?? "")) {
    issues.push(
      issue(
        "watch",
        `Expected \`scenario\` to be a file where \`watch\` is true, got \`${scenario}\`.`,
      ),
    );
  }
  if (overlays !== undefined && !(Array.isArray(overlays) && overlays.every(isName))) {
    const got = JSON.stringify(overlays);
    issues.push(
      issue("overlays", `Expected \`overlays\` to be a list of names or files, got \`${got}\`.`),
    );
  }
  if (clock !== undefined && parseClockSpec(clock) === undefined) {
    issues.push(issue("clock", `Expected \`clock\` to be ${CLOCK_FORM}, got \`${clock}\`.`));
  }
  if (basePath !== undefined && !/^(\/[\w.~-]+)*\/?$/.test(basePath)) {
    issues.push(
      issue(
        "basePath",
        `Expected \`basePath\` to be a path such as \`/api/v2\`, got \`${basePath}\`.`,
      ),
    );
  }
  for (const key of apiKeys ?? []) {
    if (!/^\S+$/.test(key))
      issues.push(
        issue(
          "apiKeys",
          "Expected each of `apiKeys` to be a text without white space, got one with.",
        ),
      );
  }
  if (deploymentPort !== undefined && deploymentPort !== 0 && deploymentPort === port) {
    issues.push(
      issue(
        "deploymentPort",
        `Expected \`deploymentPort\` to differ from \`port\`, got \`${port}\` for both.`,
      ),
    );
  }
  return issues;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Whoever can reach the control API can read what clients sent and change what they are answered. */
function controlIssues({ control, controlToken, host = "127.0.0.1" }: SimulatorOptions): Issue[] {
  if (controlToken !== undefined && !/^[\x21-\x7e]+$/.test(controlToken)) {
    return [
      issue(
        "controlToken",
        "Expected `controlToken` to be a text of visible ASCII characters, got another.",
      ),
    ];
  }
  const isLoopback = /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  if (control === false || controlToken !== undefined || isLoopback) return [];
  return [
    issue(
      "controlToken",
      `Expected \`controlToken\` to be given, since other machines may reach \`${host}\`: whoever reaches the control API steers the simulator. Give one, or turn the control API off (\`--no-control\`, \`control: false\`).`,
    ),
  ];
}

function issue(path: string, message: string): Issue {
  return { path, message };
}
