import { spawn } from "node:child_process";
import { constants } from "node:os";
import { isUnderNpx, parentEnd } from "./parent-end.ts";

/** A command, and the environment that it runs in. */
export type CommandToRun = {
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

/**
 * Runs a command with this process's standard input, output, and error. Resolves with its exit status or, as in a shell, 128
 * plus the number of the signal that ended it. Signals are passed on; a second one kills the command, as does a wait of 10 s
 * after the first. Under npx, the end of npx counts as SIGTERM.
 */
export function runCommand({ program, args, env }: CommandToRun): Promise<number> {
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
