import type { JsonValue } from "../../core/json.ts";
import { lineOf } from "../../core/rows/line.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { CallContext } from "../call-context.ts";
import { viewJob } from "../view-job.ts";
import { endedRows } from "./ended-rows.ts";

/** The lines of a job's results, for a view of it; null if it has none, or if its inputs are in a file. */
export async function lineValues(
  context: CallContext,
  job: StoredJob,
): Promise<readonly JsonValue[] | null> {
  const view = await viewJob(context, job);
  const { source, kept = {} } = job.facts[0].submission;
  if (view.results.kind !== "ready" || source.kind === "file") return null;
  const layout = context.rules.rowLines({ endedAt: view.completedAt ?? view.createdAt, kept });
  const lines: JsonValue[] = [];
  for await (const batch of endedRows(view, context).rows())
    for (const row of batch) {
      const line = lineOf(row, layout);
      if (line !== undefined) lines.push(JSON.parse(line));
    }
  return lines;
}
