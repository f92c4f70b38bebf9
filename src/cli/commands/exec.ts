import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { connect } from "../../client/connect.ts";
import { requestsEnd } from "../../explore/run/run-once.ts";
import { decidedReport } from "../../findings/report/fails.ts";
import {
  commandEnvironment,
  type EnvSources,
  EXEC_VARIABLES,
} from "../../options/command-environment.ts";
import { type Options, simulatorOptions } from "../../options/option-table.ts";
import { openSimulator } from "../../simulator/start-simulator.ts";
import { conclude, wordsWithoutSecrets } from "../output/conclude.ts";
import { refuseManual } from "../output/failure.ts";
import { runCommand } from "./run-command.ts";

/** Maximum length of a command in reports, in characters. */
const MAX_TITLE_LENGTH = 60;

/** Resolves with the command's exit status, or with 3 if only the report fails the run. */
export async function exec(options: Options, command: readonly string[]): Promise<number> {
  const { expected = [], strict = false, controlToken, reportDir } = options;
  const { simulator: sim, spec } = await openSimulator(simulatorOptions(options), titleOf(command));
  const env = { ...spec().environment, ...options.env };
  const reportPage =
    reportDir === undefined ? "" : pathToFileURL(resolve(reportDir, "report.html")).href;
  try {
    await refuseManual(sim, false);
    for (const each of expected) await sim.control.expectFinding({ ...each, all: true });
    const environment = commandEnvironment(sim, { env, controlToken, reportPage });
    const ran = await runCommand(command, environment);
    await requestsEnd(sim);
    const report = await sim.control.report({ strict, all: true });
    return await conclude(decidedReport(report), options, {
      run: { command: wordsWithoutSecrets(command), ...ran },
      address: addressIn(sim.baseUrl, env),
      trace: () => sim.control.trace(),
    });
  } finally {
    await sim.close();
  }
}

function titleOf([program = "", ...args]: readonly string[]): string {
  const shown = wordsWithoutSecrets([basename(program), ...args]);
  const text = shown.join(" ").replaceAll(/\s+/g, " ");
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH)}…` : text;
}

/** The simulator's address for clients; completes "Point the client under test at". */
export function addressIn(baseUrl: string, env: EnvSources): string {
  const entries = Object.entries({ ...EXEC_VARIABLES, ...env });
  const names = entries.filter(([, source]) => source === "base_url").map(([name]) => name);
  const variables = names.map((name) => `\`${name}\``).join(" and ");
  return `${baseUrl}, the value of ${variables}; \`--env NAME=base_url\` sets another variable to this URL`;
}

export async function report(options: Options, [url = ""]: readonly string[]): Promise<number> {
  const { controlToken, strict = false } = options;
  const control = connect(url, controlToken === undefined ? {} : { controlToken });
  return conclude(await control.report({ strict, all: true }), options, {
    address: url,
    trace: () => control.trace(),
  });
}
