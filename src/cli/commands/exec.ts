import { spawn } from "node:child_process";
import { constants } from "node:os";
import { decidedReport } from "../../findings/report/fails.ts";
import type { EnvSource } from "../../options/env-source.ts";
import { EXEC_VARIABLES } from "../../options/exec-variables.ts";
import type { Options } from "../../options/option-table.ts";
import { simulatorOptions } from "../../options/simulator-options.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { openSimulator } from "../../simulator/start-simulator.ts";
import { conclude } from "../output/conclude.ts";
import { isUnderNpx, parentEnd } from "./parent-end.ts";
import { refuseManual } from "./refuse-manual.ts";

/** A command, and the environment that it runs in. */
type CommandToRun = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

/** Exit statuses that shells use for a command that can't be found, or can't be run. */
const EXIT_NOT_FOUND = 127;
const EXIT_NOT_RUN = 126;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Wall-clock time that a command has to end after a signal before it is killed. */
const GRACE_MS = 10_000;

type Variables = Pick<Options, "env" | "controlToken">;

/**
 * Runs a command against a new simulator, and reports what the command's clients did wrong.
 * Resolves with the command's exit status, or with 3 if the command passed and its clients broke
 * the contract.
 */
export async function exec(options: Options, command: readonly string[]): Promise<number> {
  const [program = "", ...args] = command;
  const { expected = [], strict = false } = options;
  const { simulator: sim } = await openSimulator(simulatorOptions(options));
  try {
    await refuseManual(sim, false);
    for (const each of expected) await sim.control.expectFinding({ ...each, all: true });
    const exitCode = await runCommand({ program, args, env: commandEnvironment(sim, options) });
    const address = addressIn(sim, options);
    const report = await sim.control.report({ strict, all: true });
    return await conclude(decidedReport(report), options, {
      exitCode,
      address,
      trace: () => sim.control.trace(),
    });
  } finally {
    await sim.close();
  }
}

/**
 * Runs a command with this process's standard input, output, and error. Resolves with its exit
 * status or, as in a shell, 128 plus the number of the signal that ended it. Signals are passed on;
 * a second one kills the command, as does a wait of 10 s after the first. Under npx, the end of npx
 * counts as SIGTERM.
 */
function runCommand({ program, args, env }: CommandToRun): Promise<number> {
  // On Windows, npm's programs are scripts, which only a shell can run.
  const shell = process.platform === "win32";
  const child = spawn(program, args, { stdio: "inherit", env, shell });
  let timer: NodeJS.Timeout | undefined;
  const kill = (): void => void child.kill("SIGKILL");
  const pass = (signal: NodeJS.Signals): void => {
    // Ctrl+C at a terminal reaches the command by itself.
    if (timer !== undefined) kill();
    else if (signal !== "SIGINT" || process.stdin.isTTY !== true) child.kill(signal);
    timer ??= setTimeout(kill, GRACE_MS);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  let isOver = false;
  const end = (): void => (isOver ? undefined : pass("SIGTERM"));
  if (isUnderNpx(process.env)) void parentEnd().then(end);
  return new Promise<number>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === "ENOENT";
      const reason = isMissing ? "the program was not found" : error.message;
      process.stderr.write(`batch-sim: Failed to run \`${program}\`: ${reason}.\n`);
      resolve(isMissing ? EXIT_NOT_FOUND : EXIT_NOT_RUN);
    });
    child.once("exit", (code, signal) => resolve(code ?? 128 + signalNumber(signal)));
  }).finally(() => {
    isOver = true;
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, pass);
  });
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : constants.signals[signal];
}

/**
 * A command's environment: that of this process, the variables that every command gets, and those
 * of `env`. Without a control token, no variable is set to it.
 */
function commandEnvironment(
  sim: Simulator,
  { env = {}, controlToken }: Variables,
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

/**
 * Where the clients in a command find the simulator; completes "Point the client under test at".
 */
function addressIn({ baseUrl }: Simulator, { env = {} }: Variables): string {
  const entries = Object.entries({ ...EXEC_VARIABLES, ...env });
  const names = entries.filter(([, source]) => source === "base_url").map(([name]) => name);
  const variables = names.map((name) => `\`${name}\``).join(" and ");
  return `${baseUrl}, the value of ${variables}; \`--env NAME=base_url\` sets another variable to it`;
}
