import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { OUTCOME_TEXT } from "../model/outcome.ts";
import { Sign } from "./mark-shape.tsx";
import { StateSign } from "./state-sign.tsx";

/** Storage key of the reader's choice. */
const KEY = "batch-sim-legend";

/** A screen that is lower or narrower than this has no room for an open legend. */
const ROOM = "(min-width: 760px) and (min-height: 560px)";

/** What the signs mean; open until the reader closes it once. */
export function Legend(): JSX.Element {
  const isOpen = useSignal(wasLeftOpen());
  return (
    <details
      class="legend"
      open={isOpen.value}
      onToggle={({ currentTarget: { open } }) => {
        if (open === isOpen.value) return;
        isOpen.value = open;
        keep(open);
      }}
    >
      <summary>Signs</summary>
      <ul>
        {(["success", "refused", "error", "lost"] as const).map((outcome) => (
          <li key={outcome}>
            <Sign kind={outcome} /> {OUTCOME_TEXT[outcome]}
          </li>
        ))}
        <li>
          <Sign kind="fault" /> an injected fault shaped the response
        </li>
        <li>
          <Sign kind="finding" weight="error" /> error, <Sign kind="finding" weight="warning" />{" "}
          warning, <Sign kind="finding" weight="pending" /> pending
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
        <li>
          <StateSign kind="ready" /> results are ready, <StateSign kind="expiry" /> they expire
        </li>
      </ul>
      <p class="dim">
        Drag the axis to see another instant. Drag a lane to move, and with Shift to zoom in; Ctrl
        and the wheel zoom. A double click zooms to a job.
      </p>
    </details>
  );
}

function wasLeftOpen(): boolean {
  try {
    return localStorage.getItem(KEY) !== "closed" && matchMedia(ROOM).matches;
  } catch {
    // A browser may refuse storage to a page from a file.
    return matchMedia(ROOM).matches;
  }
}

function keep(isOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isOpen ? "open" : "closed");
  } catch {
    // The choice then lasts until the page is closed.
  }
}
