import { canonicalJson } from "../../core/json.ts";
import { assumptionsOf } from "../../spec/assumption.ts";
import type { Scope } from "../host.ts";
import { reliedOn } from "../relied-on.ts";
import type { AssumptionReport } from "../reports.ts";

/** Every assumption with its value in force, where that was set, and which operations relied on it. */
export function listAssumptions({ host, sandbox }: Scope): readonly AssumptionReport[] {
  const { document, assumptions } = host.specOf(sandbox);
  const relied = reliedOn(document, sandbox.journal.exchanges());
  return assumptionsOf(document).map((entry) => {
    const value = assumptions[entry.id] ?? entry.default;
    return {
      id: entry.id,
      question: entry.question,
      value,
      default: entry.default,
      setBy: entry.id in sandbox.scenario.assumptions ? "scenario" : entry.setBy,
      isDeviation: entry.deviations.some((other) => canonicalJson(other) === canonicalJson(value)),
      reliedOnBy: [...(relied.get(entry.id) ?? [])],
    };
  });
}
