import type { JSX } from "preact";
import { JOB_STATES } from "../../core/job/state.ts";
import { instantText, timeText } from "../model/instant-text.ts";
import { OUTCOME_TEXT } from "../model/outcome.ts";
import { stateCountsAt } from "../model/segments.ts";
import { goTo, useApp } from "./app-state.ts";
import { Sign } from "./mark-shape.tsx";
import { StateChip } from "./state-chip.tsx";
import { timelineSpan } from "./timeline-span.ts";

const ZOOM = 0.6;

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
      <StateCounts at={at ?? data.now.value} />
      {at === undefined ? null : (
        <>
          <span class="scrubbed" role="status" title={instantText(at)}>
            {at > data.now.value ? "Forecast for " : "At "}
            <b class="num">{timeText(at)}</b>
          </span>
          <button type="button" onClick={() => goTo(place, { at: undefined })}>
            Back to now
          </button>
        </>
      )}
      <Legend />
    </div>
  );
}

function StateCounts({ at }: { readonly at: number }): JSX.Element {
  const { data } = useApp();
  const counts = stateCountsAt(data.recording.value?.timelines ?? [], at);
  const found = JOB_STATES.filter((state) => counts.has(state));
  return (
    <span class="counts">
      {found.map((state) => (
        <span key={state} class="count">
          <StateChip state={state} />
          <span class="num">{counts.get(state)}</span>
        </span>
      ))}
    </span>
  );
}

function Legend(): JSX.Element {
  return (
    <details class="legend">
      <summary>Signs</summary>
      <ul>
        {(["success", "refused", "error", "lost"] as const).map((outcome) => (
          <li key={outcome}>
            <Sign kind={outcome} /> {OUTCOME_TEXT[outcome]}
          </li>
        ))}
        <li>
          <Sign kind="fault" /> a fault shaped the response
        </li>
        <li>
          <Sign kind="finding" /> a finding is about this call
        </li>
        <li>
          <Sign kind="many" /> more than one call
        </li>
        <li>
          <i class="swatch rows-swatch" /> rows that are done
        </li>
        <li>
          <i class="swatch ghost-swatch" /> forecast, if nothing else happens
        </li>
      </ul>
      <p class="dim">
        Drag the axis to see another instant. Drag a lane to move; Ctrl and the wheel zoom.
      </p>
    </details>
  );
}
