import type { JSX } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import type { JobTimeline } from "../../control/job-reports.ts";
import type { ExchangeSummary } from "../../control/reports.ts";
import type { Instant } from "../../core/time.ts";
import { filteredJobs, filtersJobs } from "../model/job-filter.ts";
import { NO_JOB } from "../model/place.ts";
import { jobSpan } from "../model/segments.ts";
import type { TimeSpan } from "../model/time-scale.ts";
import { goTo, useApp } from "./app-state.ts";
import { LaneLabel } from "./lane-label.tsx";
import { LANE_HEIGHT, LanePlot } from "./lane-plot.tsx";
import { NothingMatches } from "./nothing-matches.tsx";
import { timelineSpan } from "./timeline-span.ts";
import { VirtualList } from "./virtual-list.tsx";

export type LaneListProps = {
  readonly span: TimeSpan;
  /** The instant that the reader looks at. */
  readonly at: Instant;
  readonly now: Instant;
  /** Width of a lane without its label, in CSS pixels. */
  readonly width: number;
};

const NO_TIMELINES: readonly JobTimeline[] = [];
const NO_CALLS: readonly ExchangeSummary[] = [];

/** One lane for each job, and one for the calls that are about none. */
export function LaneList({ span, at, now, width }: LaneListProps): JSX.Element {
  const app = useApp();
  const { data, place, callsByJob, findings } = app;
  const { timelines: all = NO_TIMELINES } = data.recording.value ?? {};
  const { filters, job } = place.value;
  const isFiltered = filtersJobs(filters);
  const facts = { findings: findings.value.byJob, calls: callsByJob.value };
  const timelines = useMemo(
    () => filteredJobs(all, filters, { facts, at }),
    [all, filters, isFiltered && at, isFiltered && facts.findings, isFiltered && facts.calls],
  );
  const others = isFiltered ? NO_CALLS : (callsByJob.value.get("") ?? NO_CALLS);
  const offset = others.length > 0 ? 1 : 0;
  const order = useMemo(
    () => new Map(timelines.map(({ jobId }, index) => [jobId, index + offset])),
    [timelines, offset],
  );
  const rowOf = useCallback(
    (index: number): JSX.Element => {
      const timeline = timelines[index - offset];
      const calls = timeline === undefined ? others : (callsByJob.value.get(timeline.jobId) ?? []);
      return (
        <>
          {timeline === undefined ? (
            <div class="lane-label lane-others">
              <div class="lane-name">Other calls</div>
              <div class="lane-state dim">about no job</div>
            </div>
          ) : (
            <LaneLabel timeline={timeline} at={at} />
          )}
          <LanePlot {...{ timeline, calls, span, now, width }} />
        </>
      );
    },
    [timelines, callsByJob.value, span, at, now, width],
  );
  const selected = job === NO_JOB ? offset - 1 : (order.get(job) ?? -1);
  if (isFiltered && timelines.length === 0) return <NothingMatches what="job" />;
  return (
    <VirtualList
      role="listbox"
      label="Jobs"
      className="lanes-list"
      count={timelines.length + offset}
      rowHeight={LANE_HEIGHT}
      selected={selected}
      onSelect={(index) => goTo(place, { job: timelines[index - offset]?.jobId ?? NO_JOB })}
      onOpen={(index) => {
        const timeline = timelines[index - offset];
        if (timeline !== undefined) timelineSpan(app).show(jobSpan(timeline));
      }}
      renderRow={rowOf}
    />
  );
}
