import { useState } from "preact/hooks";
import type { FaultReport } from "../../control/reports.ts";
import { counted } from "../../core/counted.ts";
import { ruleText } from "../model/fault-form.ts";
import { act, CurlLine } from "./actions.tsx";
import { goTo, useApp } from "./app-state.ts";
import { Button, type Column, Table } from "./basics.tsx";
import { FaultCard } from "./fault-card.tsx";
import { ForceCard } from "./force-card.tsx";
import { ScenarioCard } from "./scenario-card.tsx";

/** Cards for every change to the sandbox except its clock. Each shows the equivalent command. */
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

/** Restores the sandbox to its initial state, once the reader has confirmed it. */
function ResetCard() {
  const app = useApp();
  const [isAsked, setAsked] = useState(false);
  const { timelines = [], exchanges = [] } = app.data.recording.value ?? {};
  const call = { method: "POST", path: "/reset" } as const;
  const reset = async (): Promise<void> => {
    setAsked(false);
    await act(app, call, "The sandbox is as it was at its start.");
    goTo(app.place, { job: "", exchange: 0, at: undefined, filters: {} });
  };
  return (
    <section class="card" aria-label="Reset">
      <h2>Reset</h2>
      <p class="dim">
        Forgets all {app.words.value.plural}, exchanges, and faults, and restores the sandbox's own
        scenario, seed, and clock.
      </p>
      <div class="card-foot">
        {isAsked ? (
          <p class="buttons" role="alert">
            Forget {counted(timelines.length, app.words.value.noun)} and{" "}
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
  const { faults = [] } = app.data.recording.value ?? {};
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
