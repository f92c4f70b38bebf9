import type { FaultReport } from "../reports.ts";
import { faultReports } from "../shared/faults.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Lists the rules that never fired.
 *
 * @method faults.unused()
 */
export const unusedFaultsVerb: Verb<NoArguments, readonly FaultReport[]> = defineVerb({
  route: "GET /faults/unused",
  summary: "List the fault rules that have never fired",
  act: ({ sandbox }) => faultReports(sandbox).filter(({ fired }) => fired === 0),
});
