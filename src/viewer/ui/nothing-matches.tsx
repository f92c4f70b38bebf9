import type { JSX } from "preact";
import { goTo, useApp } from "./app-state.ts";

/** Says that the filters leave nothing to show, and removes them. */
export function NothingMatches({ what }: { readonly what: string }): JSX.Element {
  const { place } = useApp();
  return (
    <div class="empty" role="status">
      <h2>Nothing matches</h2>
      <p class="dim">No {what} meets the filters.</p>
      <button type="button" onClick={() => goTo(place, { job: "", filters: {} })}>
        Clear the filters
      </button>
    </div>
  );
}
