import type { ClockSpec } from "../../core/clock-spec.ts";
import type { FaultRule } from "../../core/fault-rule.ts";
import { listed } from "../../core/nearest.ts";
import type { Scenario } from "../../core/scenario.ts";
import { formatDuration } from "../../core/time.ts";
import { isAbout } from "../../faults/call-subject.ts";
import { factsOf, traitsOf } from "../../faults/find-kind.ts";
import { isOn } from "../../faults/select-fault.ts";
import type { SpecVocabulary } from "../parse-options.ts";
import type { LintFinding } from "./lint-finding.ts";

/** Reports why no call can meet a rule's conditions. */
export function lintConditions(rule: FaultRule, vocabulary: SpecVocabulary): LintFinding[] {
  const obstacles: Readonly<Record<string, string | undefined>> = {
    on: wrongSubject(rule, vocabulary),
    "when.format": wrongFormat(rule, vocabulary),
    "when.jobState": missingStates(rule, vocabulary),
    "when.call": skippedCall(rule, vocabulary),
  };
  return Object.entries(obstacles).flatMap(([place, why]): LintFinding[] => {
    const found = { path: place.split("."), message: `\`${rule.name}\` never fires: ${why}.` };
    return why ? [{ rule: "unreachable-fault", severity: "error", ...found }] : [];
  });
}

function wrongSubject(
  { on, when = {}, fault }: FaultRule,
  { uses }: SpecVocabulary,
): string | undefined {
  const isByJob = when.jobStates !== undefined || when.jobAgeMs !== undefined;
  const { needs = isByJob ? "job" : undefined } = factsOf(fault);
  if (needs === undefined || on === "*" || on.some((id) => isAbout(uses[id] ?? "", needs)))
    return undefined;
  const fitting = Object.entries(uses).filter(([, use]) => isAbout(use, needs));
  const names = listed(fitting.map(([id]) => id));
  const what =
    isByJob && needs === "job" ? "`jobState` and `jobAge` work" : `\`${fault.kind}\` has an effect`;
  return `${what} only on ${names}, but \`on\` is ${listed(on)}`;
}

function missingStates({ when }: FaultRule, { states }: SpecVocabulary): string | undefined {
  const asked = when?.jobStates ?? states;
  if (asked.some((state) => states.includes(state))) return undefined;
  return `this API's jobs are never ${listed(asked, " or ")}, only ${listed(states)}`;
}

/** If an operation isn't about a job, only one of its calls can be the nth call. */
function skippedCall(
  { on, when, after = 0, every = 1 }: FaultRule,
  { uses }: SpecVocabulary,
): string | undefined {
  if (when?.call === undefined || on === "*" || after + every <= on.length) return undefined;
  if (on.some((id) => isAbout(uses[id] ?? "", "job"))) return undefined;
  return `\`call\` selects one call to ${listed(on)}, which \`after\` or \`every\` skips. Use only one of these keys`;
}

function wrongFormat(rule: FaultRule, { formats }: SpecVocabulary): string | undefined {
  const { on, when, fault } = rule;
  const asked = when?.formats;
  if (asked === undefined) return undefined;
  const served = Object.keys(formats).filter((id) => isOn(rule, id));
  const codecs = asked.flatMap((format) => served.flatMap((id) => formats[id]?.[format] ?? []));
  if (codecs.length === 0) {
    return `${on === "*" ? "no operation" : `\`on\` names no operation that`} serves results as ${listed(asked)}`;
  }
  const { damages } = factsOf(fault);
  if (damages === undefined || codecs.includes(damages.codec)) return undefined;
  return `\`${fault.kind}: ${damages.damage}\` damages only \`${damages.format}\` files, but \`format\` is ${listed(asked)}`;
}

/** Warns if `Retry-After` isn't valid HTTP, or means a different time on a scaled clock. */
export function lintRetryAfter({ fault }: FaultRule, clock: ClockSpec | undefined): LintFinding[] {
  const { headers = {} } = factsOf(fault);
  return Object.entries(headers).flatMap(([name, value]): LintFinding[] => {
    if (name.toLowerCase() !== "retry-after") return [];
    const message = problemOf(value.trim(), clock);
    if (message === undefined) return [];
    return [{ rule: "retry-after", severity: "warning", path: ["headers", name], message }];
  });
}

function problemOf(value: string, clock: ClockSpec | undefined): string | undefined {
  if (!/^\d+$/.test(value)) {
    if (/^[A-Z][a-z]{2},/.test(value) && !Number.isNaN(Date.parse(value))) return undefined;
    return `\`Retry-After\` is \`${value}\`, which clients can't read: HTTP allows an integer number of seconds, such as \`5\`, or an HTTP date.`;
  }
  if (clock?.mode !== "scaled" || Number(value) === 0) return undefined;
  const virtual = formatDuration(Number(value) * 1000 * clock.scale);
  return `\`Retry-After: ${value}\` means ${value} wall-clock ${value === "1" ? "second" : "seconds"}, or ${virtual} on this scenario's clock (${clock.scale}x). The simulator sends the header as written.`;
}

/** A clock mode in which clients don't notice a fault. The message says why. */
type ClockNote = Omit<LintFinding, "rule" | "severity"> & { readonly mode: ClockSpec["mode"] };

/** Lists the faults that clients don't notice in some clock modes. */
export function clockNotes({ faults }: Pick<Scenario, "faults">): readonly ClockNote[] {
  return faults.flatMap(({ name, fault }, index) =>
    Object.entries(traitsOf(fault.kind).onClock ?? {}).map(([mode, reason]) => ({
      mode: mode as ClockSpec["mode"],
      path: ["faults", index],
      message: `On a ${mode === "poll" ? "`poll`" : mode} clock, the rule \`${name}\` ${reason}.`,
    })),
  );
}

/** Warns if the scenario's clock hides a fault. Without a clock, notes which clocks hide it. */
export function lintClock(scenario: Scenario): readonly LintFinding[] {
  const { clock } = scenario;
  const severity = clock === undefined ? "note" : "warning";
  return clockNotes(scenario)
    .filter(({ mode }) => clock === undefined || clock.mode === mode)
    .map(({ path, message }) => ({ rule: "clock", severity, path, message }));
}
