import type { FaultReport } from "../reports.ts";
import { faultReports } from "../shared/faults.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Lists the rules in effect, in the order in which they are tried.
 *
 * @method faults.list()
 */
export const listFaultsVerb: Verb<NoArguments, readonly FaultReport[]> = defineVerb({
  route: "GET /faults",
  summary: "List the fault rules, and how often each has matched and fired",
  act: ({ sandbox }) => faultReports(sandbox),
});
