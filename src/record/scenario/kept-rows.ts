import { counted } from "../../core/counted.ts";
import type { JsonValue } from "../../core/json.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import type { ExplainedCall } from "../call.ts";

/** A row with a known output. */
export type KeptRow = { readonly input: string; readonly output: JsonValue };

/** The rows that a recording keeps, one for each input, and a sentence about the other rows. */
export type KeptRows = { readonly rows: readonly KeptRow[]; readonly notes: readonly string[] };

/** Matches the downloaded outputs with their inputs, which are in the same order. */
export function keptRows(calls: readonly ExplainedCall[]): KeptRows {
  const submitted = new Map(
    calls.flatMap(({ jobId, submission, rows }) =>
      jobId !== undefined && submission !== undefined ? [[jobId, rows?.inputs] as const] : [],
    ),
  );
  const byInput = new Map<string, KeptRow>();
  let missed = 0;
  for (const { operation, status, jobId = "", rows } of calls) {
    if (operation?.use !== "getResults" || !isSuccess(status)) continue;
    const inputs = submitted.get(jobId) ?? rows?.inputs;
    const found = pairsOf(inputs, rows?.outputs);
    if (found === undefined) missed++;
    for (const row of found ?? []) if (!byInput.has(row.input)) byInput.set(row.input, row);
  }
  const note = `The rows of ${counted(missed, "download")} were not kept: \`--outputs keep\` reads only JSON results of up to 1 MiB, from jobs whose inputs are strings in the request or in the results.`;
  return { rows: [...byInput.values()], notes: missed > 0 ? [note] : [] };
}

/** Undefined if not every output has a string as its input. */
function pairsOf(
  inputs: readonly JsonValue[] | undefined,
  outputs: readonly JsonValue[] | undefined,
): readonly KeptRow[] | undefined {
  if (inputs === undefined || inputs.length !== outputs?.length) return undefined;
  const rows = outputs.flatMap((output, index): readonly KeptRow[] => {
    const input = inputs[index];
    return typeof input === "string" ? [{ input, output }] : [];
  });
  return rows.length === outputs.length ? rows : undefined;
}

/** The file of outputs by input that a row rule names. */
export function keptRowsText(rows: readonly KeptRow[]): string {
  return rows.map(({ input, output }) => `${JSON.stringify({ input, output })}\n`).join("");
}
