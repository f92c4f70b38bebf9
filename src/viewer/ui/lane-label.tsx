import type { JSX } from "preact";
import { viewAt } from "../../core/job/view.ts";
import { amountText } from "../../findings/report/summary-text.ts";
import { sandboxTitle } from "../model/sandbox-title.ts";
import { heaviestOf } from "../model/weight.ts";
import { useApp } from "./app-state.ts";
import type { JobAt } from "./job-at.ts";
import { Sign } from "./mark-shape.tsx";
import { StateChip } from "./state-chip.tsx";

/** A job's name, state, and progress at an instant. */
export function LaneLabel({ timeline, at }: JobAt): JSX.Element {
  const { data, findings } = useApp();
  const { jobId, modelId, scenario, isDryRun } = timeline;
  const name = data.recording.value?.sandbox.name ?? "";
  const sandbox = sandboxTitle(data.sandboxes.value, name);
  const found = findings.value.byJob.get(jobId) ?? [];
  return (
    <div
      class="lane-label"
      title={`${jobId}\nSandbox ${sandbox}, scenario ${scenario}, model ${modelId}`}
    >
      <div class="lane-name">
        <code>{shortId(jobId)}</code>
        {found.length === 0 ? null : (
          <span class="lane-found" title={amountText(found.length, "finding")}>
            <Sign kind="finding" weight={heaviestOf(found)} />
            <span>{found.length}</span>
          </span>
        )}
      </div>
      <div class="lane-state">
        {at < timeline.plan.createdAt ? (
          <span class="dim">not submitted yet</span>
        ) : (
          <JobState timeline={timeline} at={at} />
        )}
        <span class="dim lane-scenario">
          {isDryRun ? "dry run, " : ""}
          {scenario}
        </span>
      </div>
    </div>
  );
}

function JobState({ timeline, at }: JobAt): JSX.Element {
  const { state, rowsCompleted, numRows } = viewAt(timeline, at);
  return (
    <>
      <StateChip state={state} />
      <span class="num">
        {rowsCompleted}/{numRows}
      </span>
    </>
  );
}

/** The beginning of a long ID, which is enough to tell jobs apart. */
export function shortId(jobId: string): string {
  return jobId.length > 18 ? `${jobId.slice(0, 17)}…` : jobId;
}
