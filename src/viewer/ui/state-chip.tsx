import type { JSX } from "preact";
import type { JobState } from "../../core/job/state.ts";
import { StateSign } from "./state-sign.tsx";

/** A job's state, with its sign. */
export function StateChip({ state }: { readonly state: JobState }): JSX.Element {
  return (
    <span class="chip">
      <StateSign kind={state} />
      {state}
    </span>
  );
}
