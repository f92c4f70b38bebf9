import type { JSX } from "preact";
import { FaultCard } from "./fault-card.tsx";
import { ForceCard } from "./force-card.tsx";
import { ResetCard } from "./reset-card.tsx";
import { RulesCard } from "./rules-card.tsx";
import { ScenarioCard } from "./scenario-card.tsx";

/** Everything that changes the sandbox, besides its clock. Each action shows the command that does the same. */
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
