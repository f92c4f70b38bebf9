import { useState } from "preact/hooks";
import type { JobState } from "../../core/job/state.ts";
import { NO_JOB } from "../model/place.ts";
import { Card } from "./actions.tsx";
import { goTo, useApp } from "./app-state.ts";
import { Choice } from "./filters.tsx";

/** The newest jobs are offered; there may be thousands. */
const MAX_JOBS = 200;

/** In the place of a state: a cancel request. */
const CANCEL = "cancel";

/** The selected job, or the newest one, and the jobs to offer. */
function useJobs(): { readonly jobId: string; readonly options: readonly string[] } {
  const { data, place } = useApp();
  const { timelines = [] } = data.recording.value ?? {};
  const ids = timelines.slice(-MAX_JOBS).map(({ jobId }) => jobId);
  const job = place.value.job === NO_JOB ? "" : place.value.job;
  const jobId = job === "" ? (ids.at(-1) ?? "") : job;
  return { jobId, options: ids.includes(jobId) || jobId === "" ? ids : [jobId, ...ids] };
}

/** Puts a job into a state, or requests its cancellation. */
export function ForceCard() {
  const { place, words } = useApp();
  const { noun, title, states, stateOf } = words.value;
  const [state, setState] = useState<string>("succeeded");
  const [reason, setReason] = useState("");
  const { jobId, options } = useJobs();
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  const isFailure = state === "failed";
  const forcing = {
    action: "Force",
    done: `${title} ${jobId} is ${stateOf(state as JobState)}.`,
    call: {
      method: "POST",
      path: `${path}/force`,
      body: { state, ...(isFailure && reason !== "" && { reason }) },
    },
  } as const;
  const canceling = {
    action: `Cancel the ${noun}`,
    done: `Requested the ${noun}'s cancellation.`,
    call: { method: "POST", path: `${path}/cancel` },
  } as const;
  return (
    <Card
      title="Force a state"
      about={`The ${noun} is in this state from now on. What clients have already seen stays as it was.`}
      isDisabled={jobId === ""}
      {...(state === CANCEL ? canceling : forcing)}
    >
      <div class="fields">
        <Choice
          label={title}
          isWide
          value={jobId}
          options={options}
          onChange={(job) => goTo(place, { job })}
        />
        <Choice
          label="State"
          value={state}
          options={[
            [CANCEL, "cancel, as a client does"],
            ...states.map((each) => [each, stateOf(each)] as const),
          ]}
          onChange={setState}
        />
        {isFailure ? (
          <label>
            Failure reason
            <input
              value={reason}
              placeholder="optional"
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </label>
        ) : null}
      </div>
    </Card>
  );
}
