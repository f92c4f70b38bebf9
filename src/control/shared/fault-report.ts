import type { FaultRule } from "../../core/fault-rule.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { FaultReport } from "../reports.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";

/** All fault rules of a sandbox, in the order in which they are tried. */
export function faultReports(sandbox: Sandbox): readonly FaultReport[] {
  return sandbox.scenario.faults.map((rule) => faultReport(sandbox, rule));
}

/** A fault rule, and how often it matched and fired so far. */
export function faultReport({ state }: Sandbox, rule: FaultRule): FaultReport {
  const { matched, fired } = state.faultHits.get(rule.name) ?? { matched: 0, fired: 0 };
  return { rule, matched, fired };
}

/** Fault rules, with how often they matched and fired. */
export const faultReportsGrammar: GrammarOf<readonly FaultReport[]> = defineGrammar(
  ({ z, zeroOrMore, list, partly }) => {
    const rule = z.looseObject({ name: z.string(), fault: z.looseObject({ kind: z.string() }) });
    return list(
      z.strictObject({
        rule: partly<FaultRule>(rule),
        matched: zeroOrMore,
        fired: zeroOrMore,
      }),
    );
  },
);
