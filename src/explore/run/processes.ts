import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { SeenRun } from "../verdict/missed-damage.ts";

export type TimedCommand = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Unlimited if undefined. */
  readonly limitMs: number | undefined;
  /** Returns the milliseconds so far that don't count toward the limit. */
  readonly extraMs: () => number;
  readonly signal: AbortSignal;
};

export type CommandEnd = Pick<SeenRun, "exitCode" | "isTimedOut"> & {
  /** The end of the command's standard output and error. */
  readonly output: string;
  readonly durationMs: number;
};

const EXIT_NOT_FOUND = 127;
const EXIT_SIGNAL = 128;

/** Maximum length of a command's kept output, in characters. */
const MAX_OUTPUT = 16 * 1024;

const IS_WINDOWS = process.platform === "win32";

/** Environment variable that marks all processes of a run, so that they can be found. */
const MARK = "BATCH_SIM_EXPLORE_RUN";
let runs = 0;

/**
 * Runs a command in its own process group. Kills the command's descendants when the command ends,
 * its time is up, or the signal aborts.
 */
export async function runTimed(command: TimedCommand): Promise<CommandEnd> {
  const { program, args, env, limitMs, extraMs, signal } = command;
  const mark = `${process.pid}-${++runs}`;
  const startedAt = performance.now();
  let output = "";
  let isTimedOut = false;
  const child = spawn(program, args, {
    env: { ...env, [MARK]: mark },
    stdio: ["ignore", "pipe", "pipe"],
    detached: !IS_WINDOWS,
    // On Windows, the programs that npm installs are scripts, which need a shell.
    shell: IS_WINDOWS,
  });
  const keep = (chunk: string): void => {
    output = (output + chunk).slice(-MAX_OUTPUT);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
  const kill = (): void => killAll(child.pid, mark);
  let timer: NodeJS.Timeout | undefined;
  const limit = (leftMs: number): void => {
    timer = setTimeout(() => {
      const moreMs = startedAt + (limitMs ?? 0) + extraMs() - performance.now();
      if (moreMs > 0) return limit(moreMs);
      isTimedOut = true;
      kill();
    }, leftMs);
  };
  if (limitMs !== undefined) limit(limitMs);
  signal.addEventListener("abort", kill);
  if (signal.aborted) kill();
  const exitCode = await new Promise<number>((resolve) => {
    child.once("error", ({ message }) => {
      keep(message);
      resolve(EXIT_NOT_FOUND);
    });
    child.once("exit", (code) => resolve(code ?? EXIT_SIGNAL));
  });
  clearTimeout(timer);
  signal.removeEventListener("abort", kill);
  kill();
  return { exitCode, isTimedOut, output, durationMs: performance.now() - startedAt };
}

/** Kills a process, its group, and every process with the mark, even outside the group. */
function killAll(pid: number | undefined, mark: string): void {
  if (pid === undefined) return;
  sendSignal(IS_WINDOWS ? pid : -pid, "SIGKILL");
  // A process may fork during the search, so search again until none is found.
  for (let found = marked(mark); found.length > 0; found = marked(mark))
    for (const each of found) sendSignal(each, "SIGKILL");
}

/** IDs of the running processes with a mark; empty on systems other than Linux. */
function marked(mark: string): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // The environment of an ended process is empty, so it doesn't match.
        return readFileSync(`/proc/${name}/environ`, "latin1")
          .split("\0")
          .includes(`${MARK}=${mark}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/**
 * Signals a process, or a group if the ID is negative, and returns whether it existed. On Windows,
 * ends a process and its descendants.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    if (IS_WINDOWS) execFileSync("taskkill", ["/pid", `${pid}`, "/T", "/F"], { stdio: "ignore" });
    else process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
