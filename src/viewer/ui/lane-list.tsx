import type { JSX } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import type { Instant } from "../../core/time.ts";
import type { TimeSpan } from "../model/time-scale.ts";
import { goTo, useApp } from "./app-state.ts";
import { LaneLabel } from "./lane-label.tsx";
import { LANE_HEIGHT, LanePlot } from "./lane-plot.tsx";
import { VirtualList } from "./virtual-list.tsx";

export type LaneListProps = {
  readonly span: TimeSpan;
  /** The instant that the reader looks at. */
  readonly at: Instant;
  readonly now: Instant;
  /** Width of a lane without its label, in CSS pixels. */
  readonly width: number;
};

/** One lane for each job, and one for the calls that are about none. */
export function LaneList({ span, at, now, width }: LaneListProps): JSX.Element {
  const { data, place, callsByJob } = useApp();
  const { timelines = [] } = data.recording.value ?? {};
  const others = callsByJob.value.get("") ?? [];
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
  return (
    <VirtualList
      role="listbox"
      label="Jobs"
      className="lanes-list"
      count={timelines.length + offset}
      rowHeight={LANE_HEIGHT}
      selected={order.get(place.value.job) ?? offset - 1}
      onSelect={(index) => goTo(place, { job: timelines[index - offset]?.jobId ?? "" })}
      renderRow={rowOf}
    />
  );
}
