import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { RanCommand } from "../../control/reports.ts";
import { sendSignal } from "../../explore/run/processes.ts";
import { onNpxEnd, statOf } from "./parent-end.ts";

/** Exit statuses that shells use if a command isn't found, or can't be run. */
const EXIT_NOT_FOUND = 127;
const EXIT_NOT_RUN = 126;

/** Signals that ask a program to end. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Milliseconds from the first signal to a command until the command is killed. */
const GRACE_MS = 10_000;
/** Milliseconds between checks of whether the command's descendants have ended. */
const LOOK_EVERY_MS = 50;

const IS_WINDOWS = process.platform === "win32";

/**
 * Runs a command with this process's standard input, output, and error. Resolves with its times and
 * its exit status or, as in a shell, 128 plus the number of the signal that ended it. Passes
 * signals on to the command and to its descendants, and waits until all have ended; kills them on a
 * second signal or 10 s after the first. Under npx, the end of npx counts as SIGTERM.
 */
export async function runCommand(
  [program = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Omit<RanCommand, "command">> {
  const startedAt = Date.now();
  const isAtTerminal = process.stdin.isTTY === true;
  // A terminal sends signals to its foreground group, so the command must stay in it. Elsewhere, a
  // separate group lets signals reach the command's descendants. On Windows, npm's programs are
  // scripts, which only a shell can run.
  const hasGroup = !isAtTerminal && !IS_WINDOWS;
  const child = spawn(program, args, {
    ...{ stdio: "inherit", env, shell: IS_WINDOWS, detached: hasGroup },
  });
  const send = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) sendSignal(hasGroup ? -child.pid : child.pid, signal);
  };
  let timer: NodeJS.Timeout | undefined;
  let isKilled = false;
  const kill = (): void => {
    isKilled = true;
    send("SIGKILL");
  };
  const pass = (signal: NodeJS.Signals): void => {
    if (timer !== undefined) kill();
    // Ctrl+C at a terminal reaches the command by itself.
    else if (signal !== "SIGINT" || !isAtTerminal) send(signal);
    timer ??= setTimeout(kill, GRACE_MS);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  let isOver = false;
  const end = (): void => (isOver ? undefined : pass("SIGTERM"));
  onNpxEnd(end);
  const exitCode = await new Promise<number>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === "ENOENT";
      const reason = isMissing ? "the program was not found" : error.message;
      process.stderr.write(`batch-sim: Failed to run \`${program}\`: ${reason}.\n`);
      resolve(isMissing ? EXIT_NOT_FOUND : EXIT_NOT_RUN);
    });
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  if (hasGroup && timer !== undefined)
    while (!isKilled && isRunning(child.pid ?? 0)) await delay(LOOK_EVERY_MS);
  const durationMs = Date.now() - startedAt;
  isOver = true;
  clearTimeout(timer);
  for (const signal of SIGNALS) process.off(signal, pass);
  return { exitCode, startedAt, durationMs };
}

/** Whether a process group has a live process. Zombie processes don't count. */
function isRunning(group: number): boolean {
  if (!sendSignal(-group, 0)) return false;
  if (process.platform !== "linux") return true;
  return readdirSync("/proc").some((name) => {
    const [, itsGroup] = /^\d+ \(.*\) [^ZX] \d+ (\d+) /s.exec(statOf(name)) ?? [];
    return itsGroup === `${group}`;
  });
}
