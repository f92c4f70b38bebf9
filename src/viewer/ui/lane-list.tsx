import { useCallback, useMemo } from "preact/hooks";
import { counted } from "../../core/counted.ts";
import { viewAt } from "../../core/job/view.ts";
import { filteredJobs, filtersJobs } from "../model/filtered.ts";
import { heaviestOf } from "../model/marks.ts";
import { sandboxTitle } from "../model/overview.ts";
import { NO_JOB } from "../model/place.ts";
import { jobSpan } from "../model/segments.ts";
import { useApp } from "./app-state.ts";
import { NothingMatches } from "./filters.tsx";
import type { OfJob } from "./job-preview-section.tsx";
import { LANE_HEIGHT, LanePlot } from "./lane-plot.tsx";
import { Sign, StateChip } from "./signs.tsx";
import { VirtualList } from "./virtual-list.tsx";

/** One lane for each job, and one for the calls that are not about a job. */
export function LaneList({ width }: { readonly width: number }) {
  const { data, place, callsByJob, findings, words, axis, instant, goTo } = useApp();
  const { noun, pluralTitle, stateOf } = words.value;
  const { timelines: all } = data.recording.value;
  const { filters, job } = place.value;
  const isFiltered = filtersJobs(filters);
  const at = isFiltered ? instant.value : 0;
  const facts = { at, stateOf, findingsOf: findings.value.ofJob, callsByJob: callsByJob.value };
  const timelines = useMemo(
    () => filteredJobs(all, filters, facts),
    [all, filters, at, isFiltered && facts.findingsOf, isFiltered && facts.callsByJob],
  );
  const offset = !isFiltered && callsByJob.value.has("") ? 1 : 0;
  const order = useMemo(
    () => new Map(timelines.map(({ jobId }, index) => [jobId, index + offset])),
    [timelines, offset],
  );
  const rowOf = useCallback(
    (index: number) => {
      const timeline = timelines[index - offset];
      return (
        <>
          {timeline === undefined ? (
            <div class="lane-label lane-others">
              <div class="lane-name">Other calls</div>
              <div class="lane-state dim">about no {noun}</div>
            </div>
          ) : (
            <LaneLabel timeline={timeline} />
          )}
          <LanePlot {...{ timeline, width }} />
        </>
      );
    },
    [timelines, offset, width, noun],
  );
  const selected = job === NO_JOB ? offset - 1 : (order.get(job) ?? -1);
  if (isFiltered && timelines.length === 0) return <NothingMatches what={noun} />;
  return (
    <VirtualList
      role="listbox"
      label={pluralTitle}
      className="lanes-list"
      count={timelines.length + offset}
      rowHeight={LANE_HEIGHT}
      selected={selected}
      onSelect={(index) => goTo({ job: timelines[index - offset]?.jobId ?? NO_JOB })}
      onOpen={(index) => {
        const timeline = timelines[index - offset];
        if (timeline !== undefined) axis.show(jobSpan(timeline));
      }}
      renderRow={rowOf}
    />
  );
}

function LaneLabel({ timeline }: OfJob) {
  const { data, findings, instant } = useApp();
  const at = instant.value;
  const { jobId, modelId, scenario, isDryRun, plan } = timeline;
  const { state, rowsCompleted, numRows } = viewAt(timeline, at);
  const sandbox = sandboxTitle(data.sandboxes.value, data.recording.value.sandbox.name);
  const found = findings.value.ofJob(jobId);
  return (
    <div
      class="lane-label"
      title={`${jobId}\nSandbox ${sandbox}, scenario ${scenario}, model ${modelId}`}
    >
      <div class="lane-name">
        <code>{shortId(jobId)}</code>
        {found.length > 0 && (
          <span class="lane-found" title={counted(found.length, "finding")}>
            <Sign kind="finding" weight={heaviestOf(found)} />
            <span>{found.length}</span>
          </span>
        )}
      </div>
      <div class="lane-state">
        {at < plan.createdAt ? (
          <span class="dim">not submitted yet</span>
        ) : (
          <>
            <StateChip state={state} />
            <span class="num">
              {rowsCompleted}/{numRows}
            </span>
          </>
        )}
        <span class="dim lane-scenario">
          {isDryRun ? "dry run, " : ""}
          {scenario}
        </span>
      </div>
    </div>
  );
}

/** Shortens a long ID to its beginning, which is enough to tell jobs apart. */
export function shortId(jobId: string): string {
  return jobId.length > 18 ? `${jobId.slice(0, 17)}…` : jobId;
}
