import { useState } from "preact/hooks";
import { counted } from "../../core/counted.ts";
import { ruleText } from "../model/fault-form.ts";
import { act, CurlLine } from "./actions.tsx";
import { goTo, useApp } from "./app-state.ts";
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
            <button type="button" class="primary" onClick={() => void reset()}>
              Yes, reset
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              Keep them
            </button>
          </p>
        ) : (
          <button type="button" class="primary" onClick={() => setAsked(true)}>
            Reset the sandbox
          </button>
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
  return (
    <section class="card" aria-label="Fault rules">
      <h2>Fault rules</h2>
      {faults.length === 0 ? <p class="dim">No rules.</p> : null}
      <div class="wide" hidden={faults.length === 0}>
        <table class="rules">
          <thead>
            <tr>
              {["Rule", "On", "Fault", "Matched", "Fired"].map((name, index) => (
                <th key={name} scope="col" class={index > 2 ? "num" : ""}>
                  {name}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {faults.map(({ rule, matched, fired }) => (
              <tr key={rule.name}>
                <td>{rule.name}</td>
                <td>{rule.on === "*" ? "every operation" : rule.on.join(", ")}</td>
                <td>
                  <code>{ruleText(rule)}</code>
                </td>
                <td class="num">{matched}</td>
                <td class="num">{fired}</td>
                <td>
                  <button
                    type="button"
                    aria-label={`Remove ${rule.name}`}
                    onClick={() => remove(rule.name)}
                  >
                    Remove
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
