import type { Options } from "../options/option-table.ts";
import { packageVersion } from "../simulator/package-file.ts";
import { COMMAND_NAMES } from "./command-list.ts";
import type { SpecSources } from "./commands/spec-text.ts";
import { gatherOptions } from "./gather-options.ts";
import { EXIT_OK, failureOf, UsageError } from "./output/failure.ts";
import { helpText } from "./output/help.ts";
import type { StoreAction } from "./store-actions.ts";

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
    case "report":
      return (await import("./commands/report.ts")).report(options, operands);
    case "show":
      return (await import("./commands/show.ts")).showTrace(operands);
    case "scenarios": {
      const { scenarioList, scenarioText } = await import("./commands/scenario-list.ts");
      const format = options.json === true ? "json" : "text";
      const [, name] = operands;
      return print(await (name === undefined ? scenarioList(format) : scenarioText(name, format)));
    }
    case "spec": {
      const { specText } = await import("./commands/spec-text.ts");
      return print(await specText(specSources(options), options.json === true ? "json" : "yaml"));
    }
    case "overlays":
      return print(await (await import("./commands/overlay-list.ts")).overlayList());
    case "assumptions": {
      const { assumptionTable } = await import("./commands/assumption-table.ts");
      return print(
        await assumptionTable(specSources(options), options.json === true ? "json" : "text"),
      );
    }
    case "schema":
      return print(await (await import("./commands/schema-text.ts")).schemaText(operands[0] ?? ""));
    case "store": {
      const { careForStore } = await import("./commands/care-for-store.ts");
      return print(await careForStore(operands[0] as StoreAction, options));
    }
    case "init":
      return print(await (await import("./commands/init.ts")).init(process.cwd()));
    case "help":
      return print(helpText(COMMAND_NAMES.find((name) => name === operands[0])));
    case "lint": {
      const { lintFiles } = await import("./commands/lint.ts");
      return lintFiles(operands, options.strict === undefined ? {} : { strict: options.strict });
    }
  }
}

function specSources({ overlays = [], scenario }: Options): SpecSources {
  return { overlays, scenario };
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
