import type { Assumptions } from "../../core/assumption.ts";
import type { CallMatch, Fault, FaultRule } from "../../core/fault-rule.ts";
import { canonicalJson, type JsonValue } from "../../core/json.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import type { ProfileRule, SubmissionMatch } from "../../core/profile-rule.ts";
import type { RowRule } from "../../core/rows/row-rule.ts";
import type { Scenario } from "../../core/scenario.ts";
import { factsOf, mayFindNothing } from "../../faults/find-kind.ts";
import { isOn } from "../../faults/select-fault.ts";
import { within } from "../../yaml/data-path.ts";
import type { SpecVocabulary } from "../parse-options.ts";
import { lintClock, lintConditions, lintRetryAfter } from "./lint-fault.ts";
import type { LintFinding } from "./lint-finding.ts";
import { foreignNames, lintApi, lintProfile } from "./lint-profile.ts";

export type LintContext = {
  readonly vocabulary: SpecVocabulary;
  /** Whether the spec declares a status for an operation. If omitted, statuses are not checked. */
  readonly declares?: (operationId: string, status: number, assumptions: Assumptions) => boolean;
  /** IDs of the models in the catalog. If omitted, models are not checked. */
  readonly modelIds?: readonly string[];
};

/** Lints a scenario: profiles, rows, and faults in file order, then the clock and the API. */
export function lintScenario(scenario: Scenario, context: LintContext): readonly LintFinding[] {
  const { profiles, rows, faults } = scenario;
  const { vocabulary } = context;
  return [
    ...profiles.flatMap((rule, index) =>
      within(
        ["profiles", index],
        [
          ...unreachableProfile(rule, profiles.slice(0, index), vocabulary),
          ...unknownModels(rule, scenario, context),
          ...lintProfile(rule.profile, scenario.capacity),
        ],
      ),
    ),
    ...unreachableRows(rows),
    ...faults.flatMap((rule, index) =>
      within(
        ["faults", index],
        [
          ...unreachableFault(rule, faults.slice(0, index)),
          ...lintConditions(rule, vocabulary),
          ...undeclaredStatus(rule, scenario.assumptions, context),
          ...lintRetryAfter(rule, scenario.clock),
        ],
      ),
    ),
    ...lintClock(scenario),
    ...lintApi(scenario, vocabulary),
  ];
}

function unreachableProfile(
  later: ProfileRule,
  earlier: readonly ProfileRule[],
  vocabulary: SpecVocabulary,
): LintFinding[] {
  const [missing] = foreignNames({ assumptions: {}, faults: [], profiles: [later] }, vocabulary);
  const first = earlier.findIndex(({ when }) => covers(when, later.when));
  if (first === -1 && missing === undefined) return [];
  const why =
    missing === undefined
      ? `profiles.${first} comes first and matches the same jobs. Move this profile before profiles.${first}, or narrow the \`when\` of profiles.${first}`
      : `this API doesn't have ${missing}`;
  const message = `No job gets this profile: ${why}.`;
  return [{ rule: "unreachable-profile", severity: "error", path: [], message }];
}

function unknownModels(
  { when }: ProfileRule,
  { models, assumptions }: Scenario,
  { modelIds }: LintContext,
): LintFinding[] {
  if (modelIds === undefined || assumptions["unknown-model"] === "accepted") return [];
  const known = [...modelIds, ...Object.keys(models)];
  const unknown = when?.models?.filter((id) => !known.includes(id)) ?? [];
  return unknown.map((id) => ({
    rule: "unknown-model",
    severity: "warning",
    path: ["when", "model"],
    message: `There is no model \`${id}\`.${suggestion(id, known, `Known models: ${listed(known)}.`)}`,
  }));
}

function unreachableRows(rows: readonly RowRule[]): LintFinding[] {
  return rows.flatMap((later, index): LintFinding[] => {
    const first = rows.slice(0, index).findIndex((rule) => coversRow(rule, later));
    if (first === -1) return [];
    const message = `This rule never applies: rows.${first} comes first and matches the same rows. Move this rule before rows.${first}.`;
    return [{ rule: "unreachable-row-rule", severity: "error", path: ["rows", index], message }];
  });
}

function unreachableFault(later: FaultRule, earlier: readonly FaultRule[]): LintFinding[] {
  if (later.probability === 0) {
    const message = `\`${later.name}\` never fires: its probability is 0.`;
    return [{ rule: "unreachable-fault", severity: "warning", path: [], message }];
  }
  const first = earlier.find((rule) => coversRule(rule, later));
  if (first === undefined) return [];
  const message = `\`${later.name}\` never fires: \`${first.name}\` comes first and fires on every call that \`${later.name}\` matches. Move \`${later.name}\` before \`${first.name}\`, or limit \`${first.name}\` with \`times\` or \`when\`.`;
  return [{ rule: "unreachable-fault", severity: "error", path: [], message }];
}

function undeclaredStatus(
  rule: FaultRule,
  assumptions: Assumptions,
  { vocabulary, declares }: LintContext,
): LintFinding[] {
  const { fault, on } = rule;
  const status = statusOf(fault, vocabulary);
  if (status === undefined || declares === undefined) return [];
  const known = vocabulary.operationIds.filter((operationId) => isOn(rule, operationId));
  const silent = known.filter((operationId) => !declares(operationId, status, assumptions));
  if (silent.length === 0) return [];
  const where = on === "*" && silent.length === known.length ? "any operation" : listed(silent);
  const message = `The spec declares no \`${status}\` response for ${where}. Ignore this if the rule simulates a gateway's response.`;
  return [{ rule: "undeclared-status", severity: "warning", path: [fault.kind], message }];
}

function statusOf(fault: Fault, { errors }: SpecVocabulary): number | undefined {
  const { sends } = factsOf(fault);
  if (sends === undefined) return undefined;
  return "status" in sends ? sends.status : errors[sends.errorCode];
}

/*
 * Each function below returns whether the first condition holds whenever the second one does. It
 * returns false in unclear cases, so that only rules that can never apply are reported.
 */

/** False for shares below 1, which draw different rows, and `canned`, which depends on inputs. */
function coversRow({ where: wide, outcome }: RowRule, { where: narrow }: RowRule): boolean {
  if (outcome.kind === "canned") return false;
  if (wide?.kind === "share") return wide.share === 1;
  return (wide?.kind === "every" && wide.nth === 1) || covers(wide, narrow);
}

/** Whether the rule `wide` fires on every call that the later rule `narrow` matches. */
function coversRule(wide: FaultRule, narrow: FaultRule): boolean {
  const isAlways =
    !mayFindNothing(wide.fault) &&
    factsOf(wide.fault).needs === undefined &&
    wide.times === undefined &&
    (wide.after ?? 0) === 0 &&
    (wide.every ?? 1) === 1 &&
    (wide.probability ?? 1) === 1;
  const hasOperations = wide.on === "*" || (narrow.on !== "*" && hasAll(wide.on, narrow.on));
  return isAlways && hasOperations && covers(wide.when, narrow.when);
}

/** Whether `wide` holds whenever `narrow` does. Values except lists and bounds must be equal. */
function covers(wide: object = {}, narrow: object = {}): boolean {
  const others = narrow as Readonly<Record<string, JsonValue>>;
  return Object.entries(wide).every(([name, condition]: [string, JsonValue]) => {
    const other = others[name];
    // Generated scenarios have thousands of rules, so only objects are compared as JSON.
    if (other === undefined || typeof condition !== "object") return condition === other;
    if (Array.isArray(condition)) return hasAll(condition, other as readonly string[]);
    return BOUNDS.has(name)
      ? isWider(condition as Bounds, other as Bounds)
      : canonicalJson(condition) === canonicalJson(other);
  });
}

function hasAll(wide: readonly JsonValue[], narrow: readonly string[]): boolean {
  return narrow.every((word) => wide.includes(word));
}

const BOUNDS: ReadonlySet<string> = new Set<keyof SubmissionMatch | keyof CallMatch>([
  "inputs",
  "jobAgeMs",
]);

type Bounds = { readonly min?: number; readonly max?: number };

function isWider(wide: Bounds, { min = 0, max = Number.POSITIVE_INFINITY }: Bounds): boolean {
  return (wide.min ?? 0) <= min && (wide.max ?? Number.POSITIVE_INFINITY) >= max;
}
