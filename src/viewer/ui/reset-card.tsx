import type { JSX } from "preact";
import { Card } from "./card.tsx";

/** Restores the sandbox to its initial state. */
export function ResetCard(): JSX.Element {
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
