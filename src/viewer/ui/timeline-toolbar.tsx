import { useState } from "preact/hooks";
import { JOB_STATES } from "../../core/job/state.ts";
import type { Instant } from "../../core/time.ts";
import { instantText, timeText } from "../model/instants.ts";
import { OUTCOME_TEXT, OUTCOMES } from "../model/marks.ts";
import { jobSpan, jobsByStateAt } from "../model/segments.ts";
import { spanEnd } from "../model/time-scale.ts";
import { act } from "./actions.tsx";
import { type AppState, useApp } from "./app-state.ts";
import { Button, SignButton } from "./basics.tsx";
import { FilterToggle, SearchField } from "./filters.tsx";
import { useKept } from "./hooks.ts";
import { Sign, StateChip } from "./signs.tsx";

const ZOOM = 0.6;

/** Share of the current span to show on each side of now. */
const AROUND_SHARE = 0.15;

export function TimelineToolbar() {
  const app = useApp();
  const { place, data, words, goTo } = app;
  const { zoomBy, show, panBy, isFitted } = app.axis;
  const { at } = place.value;
  return (
    <div class="toolbar">
      <div class="group" role="group" aria-label="Zoom and move">
        <SignButton name="Earlier" sign="←" onClick={() => panBy(-0.3)} />
        <SignButton name="Zoom out" sign="−" onClick={() => zoomBy(1 / ZOOM)} />
        <Button onClick={() => show(undefined)} aria-pressed={isFitted.value}>
          Fit
        </Button>
        <SignButton name="Zoom in" sign="+" onClick={() => zoomBy(ZOOM)} />
        <SignButton name="Later" sign="→" onClick={() => panBy(0.3)} />
      </div>
      <ZoomTo />
      <SearchField
        label={`Find ${words.value.plural}`}
        hint="Find by ID, state, scenario, finding, or fault"
      />
      <StateCounts />
      {at !== undefined && (
        <>
          <span class="scrubbed" role="status" title={instantText(at)}>
            {at > data.now.value ? "Forecast for " : "At "}
            <b class="num">{timeText(at)}</b>
          </span>
          <Button onClick={() => goTo({ at: undefined })}>
            {data.live === undefined ? "Back to the end" : "Back to now"}
          </Button>
          {data.live === undefined || at <= data.now.value ? null : (
            <Button disabled={app.isLost.value} onClick={() => void advanceTo(app, at)}>
              Advance to here
            </Button>
          )}
        </>
      )}
      <Legend />
    </div>
  );
}

async function advanceTo(app: AppState, at: Instant): Promise<void> {
  const call = { method: "POST", path: "/clock/advance", body: { to: at } } as const;
  const problems = await act(app, call, "Advanced the clock to this instant.");
  if (problems.length === 0) app.goTo({ at: undefined });
}

/** Buttons that zoom to the time around now, or to the selected job. */
function ZoomTo() {
  const { data, place, axis, words } = useApp();
  const { show, span } = axis;
  const timeline = data.recording.value.timelines.find(({ jobId }) => jobId === place.value.job);
  const now = data.now.value;
  const aroundNow = (): void => {
    const half = (spanEnd(span.value) - span.value.from) * AROUND_SHARE;
    show({ from: now - half, to: now + half });
  };
  return (
    <span class="group">
      <Button onClick={aroundNow}>
        {data.live === undefined ? "Around the end" : "Around now"}
      </Button>
      {timeline !== undefined && (
        <Button onClick={() => show(jobSpan(timeline))}>Zoom to {words.value.noun}</Button>
      )}
    </span>
  );
}

/** The number of jobs in each state, as buttons that filter the jobs. */
function StateCounts() {
  const { data, place, instant } = useApp();
  const { state: chosen } = place.value.filters;
  const jobs = jobsByStateAt(data.recording.value.timelines, instant.value);
  return (
    <span class="counts">
      {JOB_STATES.filter((state) => jobs.has(state) || chosen === state).map((state) => (
        <FilterToggle key={state} name="state" value={state} class="count">
          <StateChip state={state} />
          <span class="num">{jobs.get(state)?.length ?? 0}</span>
        </FilterToggle>
      ))}
    </span>
  );
}

/** Minimum screen size for showing the legend without a click. */
const ROOM = "(min-width: 760px) and (min-height: 560px)";

/** The icons' legend: open on a large screen, unless the user has closed it. */
function Legend() {
  const { words } = useApp();
  const [kept, keep] = useKept("batch-sim-legend", "open");
  const [isOpen, setOpen] = useState(kept !== "closed" && matchMedia(ROOM).matches);
  return (
    <details
      class="legend"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open === isOpen) return;
        setOpen(open);
        keep(open ? "open" : "closed");
      }}
    >
      <summary>Signs</summary>
      <ul class="plain">
        {[
          ...OUTCOMES.map((outcome) => [outcome, OUTCOME_TEXT[outcome]] as const),
          ["fault", "a fault affected the response"] as const,
          ["many", "more than one call"] as const,
        ].map(([kind, text]) => (
          <li key={kind}>
            <Sign kind={kind} /> {text}
          </li>
        ))}
        <li>
          <Sign kind="finding" weight="error" /> error, <Sign kind="finding" weight="warning" />{" "}
          warning, <Sign kind="finding" weight="pending" /> pending
        </li>
        <li>
          <i class="swatch rows-swatch" /> completed rows
        </li>
        <li>
          <i class="swatch ghost-swatch" /> forecast, if nothing else happens
        </li>
        <li>
          <Sign kind="ready" /> results are ready, <Sign kind="expiry" /> results expire
        </li>
        <li>webhook delivery attempts appear between the bar and the calls, with the same signs</li>
      </ul>
      <p class="dim">
        Drag the axis to choose an instant. Drag a lane to pan, or hold Shift and drag to zoom. You
        can also zoom with Ctrl and the mouse wheel, or by double-clicking a {words.value.noun}.
      </p>
    </details>
  );
}
