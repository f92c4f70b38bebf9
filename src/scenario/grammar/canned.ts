import { z } from "zod";
import type { ScenarioFiles } from "../scenario-files.ts";
import { fileBeside } from "./file.ts";

/** The outputs, by input, from a JSONL file next to the scenario file: `{"input": …, "output": …}` on each line. */
export function cannedOutputs(
  files: ScenarioFiles | undefined,
): z.ZodType<Readonly<Record<string, string>>> {
  return fileBeside(files).transform((path, context) => {
    const outputs: Record<string, string> = Object.create(null);
    for (const [index, line] of (files?.read(path) ?? "").split("\n").entries()) {
      if (line.trim() === "") continue;
      const entry = parseEntry(line);
      if (entry === undefined) {
        context.addIssue(
          `a JSONL file of objects, each with a string \`input\` and an \`output\` (line ${index + 1} is not such an object)`,
        );
        return z.NEVER;
      }
      outputs[entry.input] = entry.output;
    }
    return { ...outputs };
  });
}

const ENTRY = z.strictObject({ input: z.string(), output: z.unknown() });

/** An output that isn't a string is sent as JSON, as structured outputs are. */
function parseEntry(line: string): { input: string; output: string } | undefined {
  try {
    const { input, output } = ENTRY.parse(JSON.parse(line));
    return { input, output: typeof output === "string" ? output : JSON.stringify(output) };
  } catch {
    return undefined;
  }
}
