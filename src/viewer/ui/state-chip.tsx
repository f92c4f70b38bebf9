import type { JSX } from "preact";
import type { JobState } from "../../core/job/state.ts";

/** A job's state, in its color. */
export function StateChip({ state }: { readonly state: JobState }): JSX.Element {
  return (
    <span class={`chip chip-${state}`}>
      <i />
      {state}
    </span>
  );
}
