import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { JOB_STATES } from "../../core/job/state.ts";
import { goTo, useApp } from "./app-state.ts";
import { Card } from "./card.tsx";
import { Choice } from "./choice.tsx";

/** The newest jobs are offered; there may be thousands. */
const MAX_JOBS = 200;

/** Puts a job into a state. */
export function ForceCard(): JSX.Element {
  const { data, place } = useApp();
  const state = useSignal("succeeded");
  const reason = useSignal("");
  const { timelines = [] } = data.recording.value ?? {};
  const ids = timelines.slice(-MAX_JOBS).map(({ jobId }) => jobId);
  const { job } = place.value;
  const jobId = job === "" ? (ids.at(-1) ?? "") : job;
  const options = ids.includes(jobId) || jobId === "" ? ids : [jobId, ...ids];
  const body = { state: state.value, ...(reason.value !== "" && { reason: reason.value }) };
  return (
    <Card
      title="Force a state"
      about="The job is in this state from now on. What clients have already seen stays as it was."
      action="Force"
      done={`Job ${jobId} is ${state.value}.`}
      isDisabled={jobId === ""}
      call={{ method: "POST", path: `/jobs/${encodeURIComponent(jobId)}/force`, body }}
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
          options={JOB_STATES}
          onChange={(value) => {
            state.value = value;
          }}
        />
        {state.value === "failed" ? (
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
