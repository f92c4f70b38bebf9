import type { Report } from "../contract/report.ts";
import { conclude } from "./conclude.ts";
import { EXIT_OK, UsageError } from "./failure.ts";
import type { Options } from "./option-table.ts";

/** Shows and writes the report of a simulator that runs; resolves with the exit status. */
export async function report(options: Options, words: readonly string[]): Promise<number> {
  const [url = ""] = words;
  if (words.length > 1 || !URL.canParse(url)) {
    throw new UsageError([
      `Expected the simulator's URL, such as \`http://127.0.0.1:4010\`, got \`${words.join(" ")}\`.`,
    ]);
  }
  return conclude(await fetchReport(url, options.strict ?? false), options, EXIT_OK);
}

async function fetchReport(url: string, strict: boolean): Promise<Report> {
  const place = new URL(`/_sim/report?strict=${strict}`, url);
  const answer = await fetch(place).catch((error: unknown) => {
    const { cause } = error as Error;
    throw new UsageError([
      `Failed to reach a simulator at ${place.origin}: ${cause instanceof Error ? cause.message : String(error)}.`,
    ]);
  });
  const found = answer.ok ? ((await answer.json()) as Report) : undefined;
  if (found?.form === "batch-sim-report/1") return found;
  throw new UsageError([
    `Failed to get a report from ${place.origin}: it answered ${answer.status}, and is no simulator of this version with its control API on.`,
  ]);
}
