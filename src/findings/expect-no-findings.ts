import { SimulatorError } from "../core/errors.ts";
import { listed, suggestion } from "../core/nearest.ts";
import { calledAt, callSite } from "./call-site.ts";
import { type Finding, reaches, SEVERITIES, type Severity } from "./finding.ts";
import { titled } from "./report/fails.ts";
import { countText, type FindingGroup, groupLines, groupsOf } from "./report/finding-groups.ts";
import type { Report } from "./report/report-of.ts";

/** An error about clients' mistakes; the message describes every finding. */
export class FindingsError extends Error {
  readonly findings: readonly Finding[];

  /** `shown` has the same findings, with the sandboxes' display names. */
  constructor(findings: readonly Finding[], shown: readonly Finding[] = findings) {
    const text = paragraphs(groupsOf(shown)).join("\n\n");
    super(`Expected no findings, got ${findings.length}.\n\n${text}`);
    this.name = "FindingsError";
    this.findings = findings;
  }
}

/** The conditions under which `expectNoFindings` throws. */
export type NoFindingsOptions = {
  /** Findings of at least this severity cause an error. Default: `warning`. */
  readonly severity?: Severity;
  /** Accept that the client sent no requests, which is an error otherwise. Default: false. */
  readonly allowNoRequests?: boolean;
};

/** The error for an invalid option, if any; `others` are the names of further valid options. */
export function optionError(options: NoFindingsOptions, others: readonly string[] = []) {
  const { severity = "warning" } = options;
  const known = [...others, "severity", "allowNoRequests"];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  const [what, got, words] =
    unknown === undefined ? ["`severity`", severity, SEVERITIES] : ["each option", unknown, known];
  if (words.some((word) => word === got)) return undefined;
  const message = `Expected ${what} to be one of ${listed(words)}, got \`${got}\`.${suggestion(got, words)}`;
  return new SimulatorError("SIM_ARGUMENT", message);
}

/**
 * Throws a `FindingsError` if a simulator or a sandbox has unexpected findings of at least the
 * given severity (default: `warning`). For a sandbox, the error rejects the returned promise.
 * Throws a `SimulatorError` if no request arrived, because nothing was judged then.
 *
 * @example
 * afterAll(() => expectNoFindings(sim));
 * await expectNoFindings(box);
 */
export function expectNoFindings(
  simulator: { readonly report: () => Report },
  options?: NoFindingsOptions,
): void;
export function expectNoFindings(
  sandbox: { readonly report: () => Promise<Report> },
  options?: NoFindingsOptions,
): Promise<void>;
export function expectNoFindings(
  source: {
    readonly name?: string;
    readonly title?: string;
    readonly report: () => Report | Promise<Report>;
  },
  options: NoFindingsOptions = {},
): void | Promise<void> {
  if (typeof source?.report !== "function") throw notReporting(source);
  const site = callSite(expectNoFindings);
  const report = source.report();
  const judge = (judged: Report, where: string): void => {
    const failure = optionError(options) ?? failureIn(judged, options, where);
    if (failure !== undefined) throw calledAt(failure, site);
  };
  if (!("then" in report)) return judge(report, "the simulator");
  const { name, title = name } = source;
  const where = title === undefined ? "the sandbox" : `the sandbox \`${title}\``;
  return report.then((settled) => judge(settled, where));
}

/** The error that a report causes; undefined if it causes none. `where` names what was judged. */
export function failureIn(
  judged: Report,
  { severity = "warning", allowNoRequests = false }: NoFindingsOptions,
  where: string,
): Error | undefined {
  const isBad = (each: Finding): boolean => !each.isExpected && reaches(each.severity, severity);
  const found = judged.findings.filter(isBad);
  if (found.length > 0) return new FindingsError(found, titled(judged).findings.filter(isBad));
  if (judged.summary.exchanges > 0 || allowNoRequests === true) return undefined;
  const message = `Expected at least one request, but ${where} received none. ${judged.strays ?? "Check the client's base URL and API key."} If you expect no requests, pass \`allowNoRequests: true\`.`;
  return new SimulatorError("SIM_NO_REQUESTS", message);
}

function notReporting(source: unknown): SimulatorError {
  const got =
    source instanceof Promise
      ? "a promise. Await it first: `expectNoFindings(await …)`"
      : String(source);
  const message = `Expected a simulator, a sandbox, or a sandbox's \`control\`, got ${got}.`;
  return new SimulatorError("SIM_ARGUMENT", message);
}

/** Describes each group. A command that several groups share appears only in the last of them. */
function paragraphs(groups: readonly FindingGroup[]): readonly string[] {
  const last = new Map(groups.map((group) => [group.first.repeat, group]));
  return groups.map((group) => {
    const { first } = group;
    const isLast = last.get(first.repeat) === group;
    const shown = isLast ? group : { ...group, first: { ...first, repeat: "" } };
    const lines = groupLines(shown, Number.POSITIVE_INFINITY).join("\n");
    const count = countText(group);
    return `${first.severity} ${first.id}${count === "" ? "" : ` (${count})`}: ${lines}`;
  });
}
