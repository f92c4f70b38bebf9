import { SimulatorError } from "../core/errors.ts";
import type { OutputOf, OutputRequest } from "../core/rows/output-of.ts";

/** Calls the author's function for a row. Throws a SimulatorError if that throws, or returns neither a string nor undefined. */
export function askAuthor(output: OutputOf, request: OutputRequest): string | undefined {
  const place = `row ${request.index} of job \`${request.jobId}\``;
  let text: unknown;
  try {
    text = output(request);
  } catch (cause) {
    throw new SimulatorError("SIM_OPTION", `Failed to make ${place}: \`output\` threw ${cause}.`, {
      cause,
    });
  }
  if (text === undefined || typeof text === "string") return text;
  throw new SimulatorError(
    "SIM_OPTION",
    `Expected \`output\` to return a string or undefined for ${place}, got \`${JSON.stringify(text)}\` (${typeof text}). It can't be asynchronous.`,
  );
}
