import type { FaultReport } from "../reports.ts";
import { faultReports } from "../shared/faults.ts";
import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Lists the rules that never fired.
 *
 * @method faults.unused()
 */
export const unusedFaultsVerb: Verb<NoArguments, readonly FaultReport[]> = defineVerb({
  route: {
    method: "GET",
    path: "/faults/unused",
    summary: "List the fault rules that never fired",
  },
  arguments: takesNothing,
  act: ({ sandbox }) => faultReports(sandbox).filter(({ fired }) => fired === 0),
});
