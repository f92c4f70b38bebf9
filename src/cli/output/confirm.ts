import { once } from "node:events";
import { createInterface } from "node:readline";
import { UsageError } from "./failure.ts";

export type Terminal = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
};

/** Rejects with a UsageError unless a person types `yes`. `refused` says what was not done. */
export async function confirm(
  question: string,
  refused: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (input.isTTY !== true)
    throw new UsageError([
      `${question} Standard input is not a terminal, so you can't confirm this here. To proceed, add \`--yes\`.`,
    ]);
  const lines = createInterface({ input });
  output.write(`${question} Type \`yes\` to confirm: `);
  const answer = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    once(lines, "close").then(() => ""),
  ]);
  lines.close();
  if (answer.trim() !== "yes") throw new UsageError([`${refused}: the answer was not \`yes\`.`]);
}
