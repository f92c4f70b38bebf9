import type { JSX } from "preact";
import { JOB_STATES } from "../../core/job/state.ts";
import type { Instant } from "../../core/time.ts";
import { instantText, timeText } from "../model/instant-text.ts";
import { jobSpan, stateCountsAt } from "../model/segments.ts";
import { spanEnd } from "../model/time-scale.ts";
import { type AppState, goTo, useApp } from "./app-state.ts";
import { Legend } from "./legend.tsx";
import { act } from "./notice.tsx";
import { SearchField } from "./search-field.tsx";
import { StateChip } from "./state-chip.tsx";
import { timelineSpan } from "./timeline-span.ts";

const ZOOM = 0.6;

/** The share of the shown time that is shown on both sides of now. */
const AROUND_SHARE = 0.15;

/** Zoom, the instant that the reader looks at, and what the signs mean. */
export function TimelineToolbar(): JSX.Element {
  const app = useApp();
  const { place, data } = app;
  const { zoomBy, fitAll, panBy, isFitted } = timelineSpan(app);
  const { at } = place.value;
  return (
    <div class="toolbar">
      <div class="group" role="group" aria-label="Zoom and move">
        <button type="button" onClick={() => panBy(-0.3)} aria-label="Earlier">
          ←
        </button>
        <button type="button" onClick={() => zoomBy(1 / ZOOM)} aria-label="Zoom out">
          −
        </button>
        <button type="button" onClick={fitAll} aria-pressed={isFitted.value}>
          Fit
        </button>
        <button type="button" onClick={() => zoomBy(ZOOM)} aria-label="Zoom in">
          +
        </button>
        <button type="button" onClick={() => panBy(0.3)} aria-label="Later">
          →
        </button>
      </div>
      <ZoomTo />
      <SearchField label="Find jobs" hint="Find by ID, state, scenario, finding, or fault" />
      <StateCounts at={at ?? data.now.value} />
      {at === undefined ? null : (
        <>
          <span class="scrubbed" role="status" title={instantText(at)}>
            {at > data.now.value ? "Forecast for " : "At "}
            <b class="num">{timeText(at)}</b>
          </span>
          <button type="button" onClick={() => goTo(place, { at: undefined })}>
            {data.live === undefined ? "Back to the end" : "Back to now"}
          </button>
          {data.live === undefined || at <= data.now.value ? null : (
            <button
              type="button"
              disabled={app.isLost.value}
              onClick={() => void advanceTo(app, at)}
            >
              Advance to here
            </button>
          )}
        </>
      )}
      <Legend />
    </div>
  );
}

/** Advances the clock to the instant that the reader looks at. */
async function advanceTo(app: AppState, at: Instant): Promise<void> {
  const call = { method: "POST", path: "/clock/advance", body: { to: at } } as const;
  const problems = await act(app, call, "Advanced the clock to this instant.");
  if (problems.length === 0) goTo(app.place, { at: undefined });
}

/** Shows the time around now, or the selected job's. */
function ZoomTo(): JSX.Element {
  const app = useApp();
  const { data, place } = app;
  const { show, span } = timelineSpan(app);
  const timeline = data.recording.value?.timelines.find(({ jobId }) => jobId === place.value.job);
  const now = data.now.value;
  const aroundNow = (): void => {
    const half = (spanEnd(span.value) - span.value.from) * AROUND_SHARE;
    show({ from: now - half, to: now + half });
  };
  return (
    <span class="group">
      <button type="button" onClick={aroundNow}>
        {data.live === undefined ? "Around the end" : "Around now"}
      </button>
      {timeline === undefined ? null : (
        <button type="button" onClick={() => show(jobSpan(timeline))}>
          Zoom to job
        </button>
      )}
    </span>
  );
}

/** How many jobs are in each state; each count filters the jobs. */
function StateCounts({ at }: { readonly at: number }): JSX.Element {
  const { data, place } = useApp();
  const { filters } = place.value;
  const counts = stateCountsAt(data.recording.value?.timelines ?? [], at);
  const found = JOB_STATES.filter((state) => counts.has(state) || filters.state === state);
  return (
    <span class="counts">
      {found.map((state) => {
        const isOn = filters.state === state;
        return (
          <button
            key={state}
            type="button"
            class="count"
            aria-pressed={isOn}
            onClick={() => goTo(place, { filters: { ...filters, state: isOn ? "" : state } })}
          >
            <StateChip state={state} />
            <span class="num">{counts.get(state) ?? 0}</span>
          </button>
        );
      })}
    </span>
  );
}
