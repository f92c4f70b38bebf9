import { useState } from "preact/hooks";
import type { FaultReport } from "../../control/reports.ts";
import { counted } from "../../core/counted.ts";
import type { JobState } from "../../core/job/state.ts";
import { ruleText } from "../model/fault-form.ts";
import { NO_JOB } from "../model/place.ts";
import { act, Card, CurlLine } from "./actions.tsx";
import { useApp } from "./app-state.ts";
import { Button, type Column, Table } from "./basics.tsx";
import { FaultCard } from "./fault-card.tsx";
import { Choice } from "./filters.tsx";
import { ScenarioCard } from "./scenario-card.tsx";

/** Cards that change the sandbox, but not its clock. Most cards show the equivalent command. */
export function SteerView() {
  const { isLost } = useApp();
  return (
    <fieldset class="page cards" aria-label="Steer" disabled={isLost.value}>
      <div class="cards-column">
        <ForceCard />
        <FaultCard />
        <RulesCard />
      </div>
      <div class="cards-column">
        <ScenarioCard />
        <ResetCard />
      </div>
    </fieldset>
  );
}

function ResetCard() {
  const app = useApp();
  const [isAsked, setAsked] = useState(false);
  const { timelines, exchanges } = app.data.recording.value;
  const call = { method: "POST", path: "/reset" } as const;
  const reset = async (): Promise<void> => {
    setAsked(false);
    await act(app, call, "The sandbox is in its initial state again.");
    app.goTo({ job: "", exchange: 0, at: undefined, filters: {} });
  };
  return (
    <section class="card" aria-label="Reset">
      <h2>Reset</h2>
      <p class="dim">
        Discards all {app.words.value.plural}, uploads, exchanges, and injected faults, and restores
        the sandbox's original scenario, seed, and clock.
      </p>
      <div class="card-foot">
        {isAsked ? (
          <p class="buttons" role="alert">
            Discard {counted(timelines.length, app.words.value.noun)} and{" "}
            {counted(exchanges.length, "exchange")}?
            <Button class="primary" onClick={() => void reset()}>
              Yes, reset
            </Button>
            <Button onClick={() => setAsked(false)}>Keep them</Button>
          </p>
        ) : (
          <Button class="primary" onClick={() => setAsked(true)}>
            Reset the sandbox
          </Button>
        )}
        <CurlLine call={call} />
      </div>
    </section>
  );
}

/** The fault rules in effect, in the order in which they are tried. */
function RulesCard() {
  const app = useApp();
  const { faults } = app.data.recording.value;
  const remove = (name: string): void => {
    const path = `/faults/${encodeURIComponent(name)}`;
    void act(app, { method: "DELETE", path }, `Removed the rule ${name}.`);
  };
  const columns: readonly Column<FaultReport>[] = [
    { title: "Rule", cell: ({ rule }) => rule.name },
    { title: "On", cell: ({ rule: { on } }) => (on === "*" ? "every operation" : on.join(", ")) },
    { title: "Fault", cell: ({ rule }) => <code>{ruleText(rule)}</code> },
    { title: "Matched", class: "num", cell: ({ matched }) => matched },
    { title: "Fired", class: "num", cell: ({ fired }) => fired },
    {
      title: "",
      cell: ({ rule: { name } }) => (
        <Button aria-label={`Remove ${name}`} onClick={() => remove(name)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <section class="card" aria-label="Fault rules">
      <h2>Fault rules</h2>
      {faults.length === 0 ? (
        <p class="dim">No rules.</p>
      ) : (
        <Table class="rules" columns={columns} rows={faults} />
      )}
    </section>
  );
}

/** Maximum number of jobs to offer: only the newest, because there may be thousands. */
const MAX_JOBS = 200;

/** The value of the list entry that requests cancellation. */
const CANCEL = "cancel";

/** The selected job, or the newest one, and the jobs to offer. */
function useJobs(): { readonly jobId: string; readonly options: readonly string[] } {
  const { data, place } = useApp();
  const { timelines } = data.recording.value;
  const ids = timelines.slice(-MAX_JOBS).map(({ jobId }) => jobId);
  const job = place.value.job === NO_JOB ? "" : place.value.job;
  const jobId = job === "" ? (ids.at(-1) ?? "") : job;
  return { jobId, options: ids.includes(jobId) || jobId === "" ? ids : [jobId, ...ids] };
}

/** Puts a job into a state, or requests its cancellation. */
function ForceCard() {
  const { goTo, words } = useApp();
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
      about={`The ${noun} enters this state now. Earlier responses to clients are unaffected.`}
      isDisabled={jobId === ""}
      {...(state === CANCEL ? canceling : forcing)}
    >
      <div class="fields">
        <Choice
          label={title}
          isWide
          value={jobId}
          options={options}
          onChange={(job) => goTo({ job })}
        />
        <Choice
          label="State"
          value={state}
          options={[
            [CANCEL, "cancel, as a client would"],
            ...states.map((each) => [each, stateOf(each)] as const),
          ]}
          onChange={setState}
        />
        {isFailure && (
          <label>
            Failure reason
            <input
              value={reason}
              placeholder="optional"
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </label>
        )}
      </div>
    </Card>
  );
}
