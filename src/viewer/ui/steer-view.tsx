import type { JSX } from "preact";
import { useApp } from "./app-state.ts";
import { Card } from "./card.tsx";
import { FaultCard } from "./fault-card.tsx";
import { ForceCard } from "./force-card.tsx";
import { act } from "./notice.tsx";
import { ScenarioCard } from "./scenario-card.tsx";

/** Cards for every change to the sandbox except its clock. Each shows the equivalent command. */
export function SteerView(): JSX.Element {
  return (
    <div class="page cards">
      <div class="cards-column">
        <ForceCard />
        <FaultCard />
        <RulesCard />
      </div>
      <div class="cards-column">
        <ScenarioCard />
        <ResetCard />
      </div>
    </div>
  );
}

/** Restores the sandbox to its initial state. */
function ResetCard(): JSX.Element {
  return (
    <Card
      title="Reset"
      about="Forgets all jobs, exchanges, and faults, and restores the sandbox's own scenario, seed, and clock."
      action="Reset the sandbox"
      done="The sandbox is as it was at its start."
      call={{ method: "POST", path: "/reset" }}
    />
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
        <table>
          <thead>
            <tr>
              <th scope="col">Rule</th>
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
                <td>{rule.fault.kind}</td>
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
      )}
    </section>
  );
}
