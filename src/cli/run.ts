import type { Command } from "../options/option-row.ts";
import type { Options } from "../options/option-table.ts";
import { packageVersion } from "../simulator/package-file.ts";
import type { Shell } from "./command-list.ts";
import type { PRINTED_TEXTS } from "./commands/printed-texts.ts";
import { gatherOptions } from "./gather-options.ts";
import { EXIT_OK, failureOf, UsageError } from "./output/failure.ts";
import { helpText, readHelp } from "./output/help.ts";

/** Runs the named command; resolves with the exit status once all output is written. */
export async function run(argv: readonly string[]): Promise<number> {
  process.once("uncaughtException", (error) => process.exit(report(error)));
  // The program must not crash if another program closes the output early.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const exitCode = await obey(argv).catch(report);
  await Promise.all([process.stdout, process.stderr].map(written));
  return exitCode;
}

async function obey(argv: readonly string[]): Promise<number> {
  const { command, options, operands, problems } = await gatherOptions(argv, process.env);
  if (command === "version") return print(`${await packageVersion()}\n`);
  if (problems.length > 0) throw new UsageError(problems);
  return ACTIONS[command](options, operands);
}

type Action = (options: Options, operands: readonly string[]) => Promise<number>;

/** The function that runs each command. A command's module is loaded only when the command runs. */
const ACTIONS: { readonly [Name in Command]: Action } = {
  start: async (options) => (await import("./commands/start.ts")).start(options),
  demo: async (options) => (await import("./demo/demo.ts")).demo(options),
  exec: async (...given) => (await import("./commands/exec.ts")).exec(...given),
  explore: async (...given) => (await import("./commands/explore.ts")).exploreTests(...given),
  record: async (...given) => (await import("./commands/record.ts")).record(...given),
  verify: async (options) => (await import("./commands/verify.ts")).verify(options),
  report: async (...given) => (await import("./commands/exec.ts")).report(...given),
  health: async (options) => (await import("./commands/health.ts")).health(options),
  show: async (_, operands) => (await import("./commands/show.ts")).showTrace(operands),
  scenarios: printing("scenarios"),
  spec: printing("spec"),
  overlays: printing("overlays"),
  assumptions: printing("assumptions"),
  schema: printing("schema"),
  store: async (options, operands) =>
    print(await (await import("./commands/care-for-store.ts")).careForStore(operands, options)),
  completion: async (_, [shell]) =>
    print(await (await import("./commands/completion.ts")).completionScript(shell as Shell)),
  init: async (options) =>
    print(await (await import("./commands/init.ts")).init(process.cwd(), options)),
  help: async (_, [command]) => print(helpText(await readHelp(), command as Command | undefined)),
  lint: async (options, files) => (await import("./commands/lint.ts")).lint(options, files),
};

function printing(command: keyof typeof PRINTED_TEXTS): Action {
  return async (...given) =>
    print(await (await import("./commands/printed-texts.ts")).PRINTED_TEXTS[command](...given));
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT_OK;
}

function report(error: unknown): number {
  const { text, exitCode } = failureOf(error);
  process.stderr.write(text);
  return exitCode;
}

/** Resolves once everything written to a stream has left this process, or the stream is closed. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
