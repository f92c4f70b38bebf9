import { join } from "node:path";
import type { ClockText } from "../../core/clock-spec.ts";
import { defined } from "../../core/defined.ts";
import { shellWord } from "../../core/visible-text.ts";
import { decidedReport } from "../../findings/report/fails.ts";
import { PACE_FINDINGS } from "../../findings/report/not-judged.ts";
import { commandEnvironment, type EnvSources } from "../../options/command-environment.ts";
import { COMMAND_TABLE } from "../../options/command-table.ts";
import { optionWords } from "../../options/option-row.ts";
import { documentWords, type Options } from "../../options/option-table.ts";
import { openRecording, ROWS_FILE } from "../../record/open-recording.ts";
import { whyUnreachable } from "../../record/proxy/reach-target.ts";
import { parseScenario } from "../../scenario/load/parse-scenario.ts";
import { openDocument, overlaysOf } from "../../simulator/open-document.ts";
import { ownCommand, packageVersion } from "../../simulator/package-file.ts";
import { vocabularyOf } from "../../simulator/scenario-vocabulary.ts";
import { conclude } from "../output/conclude.ts";
import { EXIT_OK, EXIT_USAGE, tryFiles, UsageError } from "../output/failure.ts";
import { scenarioModeline, writeFolder } from "../output/own-files.ts";
import { addressIn } from "./exec.ts";
import { runCommand } from "./run-command.ts";

const FOLDER = "recording";
const SCENARIO = "scenario.yaml";

/**
 * Runs a command against the real service, and writes what happened as a trace, reports, and a
 * scenario. Resolves with the command's exit status. If the command passed, resolves with 2 if no
 * scenario was recorded, or with 3 if the report fails the run.
 */
export async function record(options: Options, command: readonly string[]): Promise<number> {
  const target = targetOf(options);
  const { out = FOLDER, env: ownEnv = {}, redact = [], outputs, tls, strict = false } = options;
  const overlays = overlaysOf(options);
  const document = await openDocument(overlays);
  const problem = await whyUnreachable(target);
  if (problem !== undefined) throw new UsageError([problem]);
  const patterns = redact.map((pattern) => new RegExp(pattern, "g"));
  const recording = await openRecording({
    ...{ target, document, redact: patterns, keepOutputs: outputs === "keep", tls },
    now: Date.now,
  });
  const env: EnvSources = { ...recording.spec.environment, ...ownEnv };
  const { baseUrl } = recording;
  const deploymentUrl = new URL(baseUrl).origin;
  const simulator = { baseUrl, deploymentUrl, controlUrl: undefined, apiKey: undefined };
  const environment = commandEnvironment(simulator, { env, controlToken: undefined });
  const ran = await runCommand(command, environment);
  const file = join(out, SCENARIO);
  const vocabulary = vocabularyOf(document);
  const files = await recording.finish({
    ...{ file, strict, version: await packageVersion() },
    ...{ command: ownCommand(process.env), options: documentWords(options) },
    parse: (text) => parseScenario(text, { file, vocabulary }),
  });
  // A run without a scenario leaves an earlier recording unchanged.
  const folder = files.scenario && out;
  const text = `${scenarioModeline(out)}\n${files.scenario}`;
  await tryFiles(
    // The scenario refers to the rows file, so write the scenario last.
    async () => folder && writeFolder(folder, { [ROWS_FILE]: files.rows, [SCENARIO]: text }),
    (reason) =>
      `Failed to write the recording to \`${out}\`: ${reason}. Check the folder's permissions and free space, or choose another folder with \`--out\`.`,
  );
  const replayOn = (clock: ClockText) =>
    files.clean(replayLine(command, file, { ...options, clock }));
  const replay = replayOn("poll");
  const isPaced = files.report.findings.some(({ id }) => PACE_FINDINGS.includes(id));
  // A `poll` clock doesn't show a client's pace.
  const repeat = isPaced ? replayOn("real") : replay;
  const status = await conclude(
    decidedReport(files.report),
    defined({ ...options, reportDir: folder }),
    {
      ...{ repeat, address: addressIn(baseUrl, env) },
      run: { command: files.clean(command), ...ran },
      trace: async () => files.trace,
    },
  );
  for (const note of files.notes) tell(note);
  if (files.scenario !== undefined) tell(`Wrote \`${file}\`. Replay it: ${replay}`);
  return files.scenario === undefined && ran.exitCode === EXIT_OK ? EXIT_USAGE : status;
}

function targetOf({ target, env = {} }: Options): URL {
  const problems = Object.entries(env)
    .filter(([, source]) => source !== "base_url" && source !== "deployment_url")
    .map(
      ([name, source]) =>
        `Expected \`--env ${name}\` to be base_url or deployment_url, got \`${source}\`. While recording, the client uses its own key, and there is no control API.`,
    );
  if (target === undefined)
    problems.push(
      "Expected `--target` with the base URL of the service to record, such as `https://api.example.com`, got nothing.",
    );
  if (target === undefined || problems.length > 0) throw new UsageError(problems);
  return new URL(target);
}

function replayLine(command: readonly string[], file: string, options: Options): string {
  // `exec` must set the same variables, so that the command calls the simulator.
  const words = [...documentWords(options), ...optionWords(options, [["env", COMMAND_TABLE.env]])];
  const clock = String(options.clock);
  const line = ["exec", "--scenario", file, "--clock", clock, ...words, "--", ...command];
  return `${ownCommand(process.env)} ${line.map(shellWord).join(" ")}`;
}

function tell(line: string): void {
  process.stderr.write(`batch-sim: ${line}\n`);
}
