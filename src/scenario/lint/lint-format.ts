import type { FaultRule } from "../../core/fault-rule.ts";
import { isAbout } from "../../faults/call-subject.ts";
import { factsOf } from "../../faults/find-kind.ts";
import { listed } from "../grammar/expectation.ts";
import type { SpecVocabulary } from "../spec-vocabulary.ts";
import type { LintFinding } from "./lint-finding.ts";

/** Reports a rule whose fault needs calls that none of its operations gets. */
export function lintSubject(
  rule: FaultRule,
  index: number,
  { uses }: SpecVocabulary,
): LintFinding[] {
  const { on, fault } = rule;
  const { needs } = factsOf(fault);
  if (needs === undefined || on === "*" || on.some((id) => isAbout(uses[id] ?? "", needs)))
    return [];
  const fitting = Object.entries(uses).filter(([, use]) => isAbout(use, needs));
  const names = listed(fitting.map(([id]) => id));
  const message = `\`${rule.name}\` never fires: \`${fault.kind}\` has an effect only on ${names}, and \`on\` is ${listed(on)}.`;
  return [{ rule: "unreachable-fault", severity: "error", path: ["faults", index, "on"], message }];
}

/** Reports a rule whose formats none of its operations serves, or which its fault can't damage. */
export function lintFormat(
  rule: FaultRule,
  index: number,
  vocabulary: SpecVocabulary,
): LintFinding[] {
  const why = obstacleOf(rule, vocabulary);
  if (why === undefined) return [];
  const message = `\`${rule.name}\` never fires: ${why}.`;
  const path = ["faults", index, "when", "format"];
  return [{ rule: "unreachable-fault", severity: "error", path, message }];
}

/** Why no call can meet the rule's condition on the format; undefined if one can. */
function obstacleOf(
  { on, when, fault }: FaultRule,
  { formats }: SpecVocabulary,
): string | undefined {
  const asked = when?.formats;
  if (asked === undefined) return undefined;
  const codecs = Object.entries(formats).flatMap(([operationId, files]) =>
    on === "*" || on.includes(operationId) ? Object.entries(files) : [],
  );
  const served = codecs.filter(([format]) => asked.includes(format));
  if (served.length === 0) {
    return `${on === "*" ? "no operation" : `\`on\` names no operation that`} serves results as ${listed(asked)}`;
  }
  const { damages } = factsOf(fault);
  if (damages === undefined) return undefined;
  const { damage, codec: needed } = damages;
  if (served.some(([, codec]) => codec === needed)) return undefined;
  const fitting = codecs.filter(([, codec]) => codec === needed).map(([format]) => format);
  return `\`${fault.kind}: ${damage}\` damages only ${listed(fitting)} files, and \`format\` is ${listed(asked)}`;
}
