import { readFileSync } from "node:fs";

/** Milliseconds between checks of whether npx and its shell are still running. */
const LOOK_EVERY_MS = 500;

/**
 * If npx started this program, calls a function once npx or its shell has ended. With most versions
 * of npm, a signal to npx ends npx and its shell, but doesn't reach the program in the shell.
 */
export function onNpxEnd(act: () => void): void {
  const { npm_command, npm_lifecycle_event } = process.env;
  if (npm_command !== "exec" || npm_lifecycle_event !== "npx") return;
  const { ppid } = process;
  const watched = [ppid, ...npxAbove(ppid)];
  const timer = setInterval(() => {
    if (process.ppid === ppid && watched.every(isAlive)) return;
    clearInterval(timer);
    act();
  }, LOOK_EVERY_MS).unref();
}

/** npx's process ID if `pid` is npx's shell, which outlives a killed npx. Empty except on Linux. */
function npxAbove(pid: number): readonly number[] {
  if (process.platform !== "linux") return [];
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(statOf(pid)) ?? [];
  return name?.endsWith("sh") && Number(parent) > 1 ? [Number(parent)] : [];
}

/** The text of `/proc/PID/stat`; empty if the process doesn't exist. */
export function statOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

/** Whether a process exists. `process.ppid` can't tell this on Windows: it never changes there. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
