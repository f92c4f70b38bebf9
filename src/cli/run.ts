import { packageVersion } from "../load-scenario.ts";
import { readCommandLine } from "./command-line.ts";
import { EXIT_OK, failureOf, UsageError } from "./failure.ts";
import { helpText } from "./help.ts";
import type { Options } from "./option-table.ts";
import type { InForce } from "./spec-text.ts";

/** Does what the arguments and the environment ask for; resolves with the exit status when all is done and written. */
export async function run(argv: readonly string[]): Promise<number> {
  process.once("uncaughtException", (error) => process.exit(report(error)));
  // Whoever reads the output may go away first: that ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const exitCode = await obey(argv).catch(report);
  await Promise.all([process.stdout, process.stderr].map(written));
  return exitCode;
}

async function obey(argv: readonly string[]): Promise<number> {
  const { command, wants, options, operands, problems } = readCommandLine(argv, process.env);
  if (wants === "help") return print(helpText());
  if (wants === "version") return print(`${await packageVersion()}\n`);
  if (problems.length > 0) throw new UsageError(problems);
  switch (command) {
    case "start":
      return (await import("./start.ts")).start(options);
    case "demo":
      return (await import("./demo.ts")).demo(options);
    case "exec":
      return (await import("./exec.ts")).exec(options, operands);
    case "report":
      return (await import("./report.ts")).report(options, operands);
    case "scenarios":
      return print(await (await import("./scenario-list.ts")).scenarioList());
    case "spec": {
      const { specText } = await import("./spec-text.ts");
      return print(await specText(inForce(options), options.json === true ? "json" : "yaml"));
    }
    case "overlays":
      return print(await (await import("./overlay-list.ts")).overlayList());
    case "assumptions": {
      const { assumptionTable } = await import("./assumption-table.ts");
      return print(
        await assumptionTable(inForce(options), options.json === true ? "json" : "text"),
      );
    }
    case "lint": {
      const { lintFiles } = await import("./lint.ts");
      return lintFiles(operands, options.strict === undefined ? {} : { strict: options.strict });
    }
  }
}

function inForce({ overlay = [], scenario }: Options): InForce {
  return { overlays: overlay, scenario };
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

/** Resolves when all that was written to a stream is out of this process, or nobody wants it. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
