import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll } from "@jest/globals";

/** A simulator in a separate process. */
export type Served = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly controlUrl: string;
};

const running = new Set<ChildProcess>();

// A failure must not leave processes behind.
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** A process that may still be starting. */
export type Launch = {
  readonly child: ChildProcess;
  /** Rejects if the process ends before it serves. */
  readonly served: Promise<Served>;
};

/** Starts the built program in a folder, on a free port, with a `manual` clock, and further environment variables. */
export function launch(
  folder: string,
  options: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Launch {
  const program = join(process.cwd(), "dist", "cli.cjs");
  const common = ["--port", "0", "--json", "--log", "silent", "--clock", "manual"];
  const journal = ["--max-journal-exchanges", "1000000"];
  const child = spawn(process.execPath, [program, ...common, ...journal, ...options], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...variables },
  });
  running.add(child);
  const ended = once(child, "exit").then(([code]) => {
    running.delete(child);
    throw new Error(`A simulator ended with ${code}.`);
  });
  ended.catch(() => {});
  const line = once(createInterface({ input: child.stdout }), "line");
  const served = Promise.race([line, ended]).then(([json]) => ({ child, ...JSON.parse(json) }));
  return { child, served };
}

/** The same, once it serves. */
export function serve(
  folder: string,
  options: readonly string[],
  variables?: Readonly<Record<string, string>>,
): Promise<Served> {
  return launch(folder, options, variables).served;
}

/** Ends a process, and resolves when it has ended. */
export async function end(
  { child }: Pick<Served, "child">,
  signal: "SIGTERM" | "SIGKILL",
): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
