import { packageVersion } from "../simulator/package-file.ts";
import { COMMAND_NAMES, type Shell } from "./command-list.ts";
import { gatherOptions } from "./gather-options.ts";
import { EXIT_OK, failureOf, UsageError } from "./output/failure.ts";
import { helpText } from "./output/help.ts";

/**
 * Runs the command that the arguments and the environment name; resolves with the exit status once
 * all output is written.
 */
export async function run(argv: readonly string[]): Promise<number> {
  process.once("uncaughtException", (error) => process.exit(report(error)));
  // The reader of the output may close it first, which must not end the program.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const exitCode = await obey(argv).catch(report);
  await Promise.all([process.stdout, process.stderr].map(written));
  return exitCode;
}

async function obey(argv: readonly string[]): Promise<number> {
  const { command, wants, options, operands, problems } = await gatherOptions(argv, process.env);
  if (wants === "version") return print(`${await packageVersion()}\n`);
  if (problems.length > 0) throw new UsageError(problems);
  switch (command) {
    case "start":
      return (await import("./commands/start.ts")).start(options);
    case "demo":
      return (await import("./demo/demo.ts")).demo(options);
    case "exec":
      return (await import("./commands/exec.ts")).exec(options, operands);
    case "explore":
      return (await import("./commands/explore.ts")).exploreTests(options, operands);
    case "record":
      return (await import("./commands/record.ts")).record(options, operands);
    case "verify":
      return (await import("./commands/verify.ts")).verify(options);
    case "report":
      return (await import("./commands/exec.ts")).report(options, operands);
    case "health":
      return (await import("./commands/health.ts")).health(options);
    case "show":
      return (await import("./commands/show.ts")).showTrace(operands);
    case "scenarios":
    case "spec":
    case "overlays":
    case "assumptions":
    case "schema":
      return print(
        await (await import("./commands/printed-texts.ts")).printedText(command, options, operands),
      );
    case "store": {
      const { careForStore } = await import("./commands/care-for-store.ts");
      return print(await careForStore(operands, options));
    }
    case "completion": {
      const { completionScript } = await import("./commands/completion.ts");
      return print(await completionScript(operands[0] as Shell));
    }
    case "init":
      return print(await (await import("./commands/init.ts")).init(process.cwd(), options));
    case "help":
      return print(helpText(COMMAND_NAMES.find((name) => name === operands[0])));
    case "lint": {
      const { lintFiles } = await import("./commands/lint.ts");
      const { openDocument, overlaysOf } = await import("../simulator/open-document.ts");
      const { strict = false } = options;
      return lintFiles(operands, { strict, document: await openDocument(overlaysOf(options)) });
    }
  }
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
