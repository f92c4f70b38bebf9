import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const CLI = resolve("dist", "cli.cjs");

type Settings = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** A program's result: `signal` is set if a signal ended it. */
export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** The output of `--json`. */
export type Ready = {
  readonly baseUrl: string;
  readonly deploymentUrl: string;
  readonly apiKey: string;
  /** Set only if a token was needed and none was given. */
  readonly controlToken?: string;
  readonly scenario: string;
  readonly seed: number;
  readonly pid: number;
  readonly version: string;
};

/** Runs the built command line to its end. */
export async function run(args: readonly string[], settings: Settings = {}): Promise<Ended> {
  const program = new Program(args, settings);
  program.child.stdin.end();
  return program.ended;
}

/** Starts the built simulator on a free port; resolves when it reports that it is ready. Disposing of it kills it. */
export async function launch(
  args: readonly string[] = [],
  settings: Settings = {},
): Promise<Launched> {
  const program = new Program(["--port", "0", "--json", ...args], settings);
  const line = await program.firstLine();
  return Object.assign(program, { ready: JSON.parse(line) as Ready });
}

/** A running simulator, and the content of its first line. */
export type Launched = Program & { readonly ready: Ready };

/** The built command line as a separate process, in an environment without settings for the simulator. */
export class Program {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  #stdout = "";
  #stderr = "";

  constructor(args: readonly string[], { env = {}, cwd = process.cwd() }: Settings = {}) {
    if (!existsSync(CLI)) throw new Error("Build the program first: `npm run build`.");
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^BATCH_SIM_|COLOR|^NODE_OPTIONS$|^GITHUB_|^npm_/.test(name),
    );
    this.child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { ...Object.fromEntries(inherited), ...env },
    });
    this.child.stdin.on("error", () => {});
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
    });
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    this.ended = once(this.child, "close").then(([code, signal]) => ({
      code,
      signal,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  /** The first line on standard output; rejects if the program ends without one. */
  async firstLine(): Promise<string> {
    const lines = createInterface({ input: this.child.stdout });
    const nothing = this.ended.then(({ stderr }) => {
      throw new Error(`The program ended before its first line: ${stderr}`);
    });
    const [line] = await Promise.race([once(lines, "line"), nothing]);
    nothing.catch(() => {});
    return line;
  }

  /** The output up to and including a string, once that has been written. */
  async until(end: string, output: "stdout" | "stderr" = "stdout"): Promise<string> {
    const written = (): string => (output === "stdout" ? this.#stdout : this.#stderr);
    const isThere = (): boolean => written().includes(end);
    while (!isThere()) await once(this.child[output], "data");
    return written().slice(0, written().indexOf(end) + end.length);
  }

  /** Sends a signal and waits for the end. */
  async kill(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill("SIGKILL");
  }
}
