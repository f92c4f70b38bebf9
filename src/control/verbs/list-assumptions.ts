import { canonicalJson } from "../../core/json.ts";
import type { Trace } from "../../core/trace.ts";
import { assumptionsOf } from "../../spec/assumptions-of.ts";
import type { AssumptionReport } from "../reports.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Lists the assumptions in effect, where each was set, and which operations relied on it.
 *
 * @method assumptions()
 */
export const listAssumptionsVerb: Verb<NoArguments, readonly AssumptionReport[]> = defineVerb({
  route: "GET /assumptions",
  summary: "List the assumptions in effect, and the operations that relied on them",
  usesRecords: true,
  act: ({ host, sandbox }) => {
    const { document, assumptions } = host.specOf(sandbox);
    const relied = reliedOn(sandbox.traces.all());
    return assumptionsOf(document).map((entry) => {
      const value = assumptions[entry.id] ?? entry.default;
      return {
        id: entry.id,
        question: entry.question,
        value,
        default: entry.default,
        setBy: entry.id in sandbox.state.scenario.assumptions ? "scenario" : entry.setBy,
        isDeviation: entry.deviations.some(
          (other) => canonicalJson(other) === canonicalJson(value),
        ),
        reliedOnBy: [...(relied.get(entry.id) ?? [])],
      };
    });
  },
});

/** The operations through which clients relied on assumptions, by assumption ID. */
function reliedOn(traces: readonly Trace[]): ReadonlyMap<string, ReadonlySet<string>> {
  const relied = new Map<string, Set<string>>();
  for (const { operationId, assumptions = [] } of traces) {
    if (operationId === undefined) continue;
    for (const id of assumptions) {
      relied.set(id, (relied.get(id) ?? new Set()).add(operationId));
    }
  }
  return relied;
}
