import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { amountText } from "../../findings/report/summary-text.ts";
import { ruleText } from "../model/rule-text.ts";
import { goTo, useApp } from "./app-state.ts";
import { FaultCard } from "./fault-card.tsx";
import { ForceCard } from "./force-card.tsx";
import { act, CurlLine } from "./notice.tsx";
import { ScenarioCard } from "./scenario-card.tsx";

/** Cards for every change to the sandbox except its clock. Each shows the equivalent command. */
export function SteerView(): JSX.Element {
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
function ResetCard(): JSX.Element {
  const app = useApp();
  const isAsked = useSignal(false);
  const { timelines = [], exchanges = [] } = app.data.recording.value ?? {};
  const call = { method: "POST", path: "/reset" } as const;
  const reset = async (): Promise<void> => {
    isAsked.value = false;
    await act(app, call, "The sandbox is as it was at its start.");
    goTo(app.place, { job: "", exchange: 0, at: undefined, filters: {} });
  };
  return (
    <section class="card" aria-label="Reset">
      <h2>Reset</h2>
      <p class="dim">
        Forgets all jobs, exchanges, and faults, and restores the sandbox's own scenario, seed, and
        clock.
      </p>
      <div class="card-foot">
        {isAsked.value ? (
          <p class="buttons" role="alert">
            Forget {amountText(timelines.length, "job")} and{" "}
            {amountText(exchanges.length, "exchange")}?
            <button type="button" class="primary" onClick={() => void reset()}>
              Yes, reset
            </button>
            <button
              type="button"
              onClick={() => {
                isAsked.value = false;
              }}
            >
              Keep them
            </button>
          </p>
        ) : (
          <button
            type="button"
            class="primary"
            onClick={() => {
              isAsked.value = true;
            }}
          >
            Reset the sandbox
          </button>
        )}
        <CurlLine call={call} />
      </div>
    </section>
  );
}

/** The fault rules in effect, in the order in which they are tried. */
function RulesCard(): JSX.Element {
  const app = useApp();
  const { faults = [] } = app.data.recording.value ?? {};
  const remove = (name: string): void => {
    const path = `/faults/${encodeURIComponent(name)}`;
    void act(app, { method: "DELETE", path }, `Removed the rule ${name}.`);
  };
  return (
    <section class="card" aria-label="Fault rules">
      <h2>Fault rules</h2>
      {faults.length === 0 ? (
        <p class="dim">No rules.</p>
      ) : (
        <div class="wide">
          <table class="rules">
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">On</th>
                <th scope="col">Fault</th>
                <th scope="col" class="num">
                  Matched
                </th>
                <th scope="col" class="num">
                  Fired
                </th>
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
      )}
    </section>
  );
}
