import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { SandboxAccess } from "../../control/reports.ts";
import { JOB_STATES } from "../../core/job/state.ts";
import { NO_JOB } from "../model/place.ts";
import { goTo, useApp } from "./app-state.ts";
import { Card } from "./card.tsx";
import { Choice } from "./choice.tsx";
import { useLoaded } from "./use-loaded.ts";

/** The newest jobs are offered; there may be thousands. */
const MAX_JOBS = 200;

/** In the place of a state: a cancel request. */
const CANCEL = "cancel";

/** The states that the service has; all of them while they are unknown. Read again after a loss. */
function useStates(): readonly string[] {
  const { data, isLost } = useApp();
  const { value } = useLoaded(`states ${isLost.value}`, async () =>
    data.live?.send<SandboxAccess>({ method: "GET", path: "/sandbox/access" }),
  );
  return value?.states ?? JOB_STATES;
}

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
export function ForceCard(): JSX.Element {
  const { place } = useApp();
  const states = useStates();
  const state = useSignal("succeeded");
  const reason = useSignal("");
  const { jobId, options } = useJobs();
  const isFailure = state.value === "failed";
  const body = {
    state: state.value,
    ...(isFailure && reason.value !== "" && { reason: reason.value }),
  };
  const isCancel = state.value === CANCEL;
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  return (
    <Card
      title="Force a state"
      about="The job is in this state from now on. What clients have already seen stays as it was."
      action={isCancel ? "Cancel the job" : "Force"}
      done={isCancel ? "Requested the job's cancellation." : `Job ${jobId} is ${state.value}.`}
      isDisabled={jobId === ""}
      call={
        isCancel
          ? { method: "POST", path: `${path}/cancel` }
          : { method: "POST", path: `${path}/force`, body }
      }
    >
      <div class="fields">
        <Choice
          label="Job"
          isWide
          value={jobId}
          options={options}
          onChange={(value) => goTo(place, { job: value })}
        />
        <Choice
          label="State"
          value={state.value}
          options={[[CANCEL, "cancel, as a client does"], ...states]}
          onChange={(value) => {
            state.value = value;
          }}
        />
        {isFailure ? (
          <label>
            Failure reason
            <input
              value={reason}
              placeholder="optional"
              onInput={({ currentTarget }) => {
                reason.value = currentTarget.value;
              }}
            />
          </label>
        ) : null}
      </div>
    </Card>
  );
}
