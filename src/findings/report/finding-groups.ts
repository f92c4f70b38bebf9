import { counted } from "../../core/counted.ts";
import { visibleLine } from "../../core/visible-text.ts";
import type { Finding, QuotedExchange } from "../finding.ts";
import { grouped } from "../grouped.ts";
import { basisText } from "./summary-text.ts";

export type FindingGroup = {
  /** The first finding; its severity, cure, and references are those of the whole group. */
  readonly first: Finding;
  readonly count: number;
  readonly cases: readonly FindingCase[];
};

/** The findings in a group whose sentences differ only in the job's ID. */
export type FindingCase = { readonly sentence: string; readonly findings: readonly Finding[] };

/** Groups findings of the same kind with the same cure, in their order. */
export function groupsOf(findings: readonly Finding[]): readonly FindingGroup[] {
  return [...grouped(findings, kindKey).values()].map((same) => ({
    first: same[0],
    count: same.length,
    cases: [...grouped(same, sentenceKey).values()].map((alike) => ({
      sentence: alike[0].sentence,
      findings: alike,
    })),
  }));
}

function kindKey(finding: Finding): string {
  const { id, severity, isExpected, isPending, cure, section, assumption } = finding;
  return JSON.stringify([id, severity, isExpected, isPending, cure, section, assumption]);
}

function sentenceKey({ sentence, jobId }: Finding): string {
  return jobId === undefined ? sentence : sentence.replaceAll(jobId, "");
}

export type LabeledText = readonly [label: string, text: string];

const MAX_JOBS = 5;

/** A shell comment to append to a command that only starts the same simulator. */
const REPEAT_NOTE =
  "  # starts the same simulator; `exec --report-dir DIR -- COMMAND` writes a script that also sends the requests";

/** Number of times that a group's finding occurred: `3 jobs`, `2 times`; empty if once. */
export function countText({ count, cases }: FindingGroup): string {
  if (count === 1) return "";
  const jobs = new Set(cases.flatMap(({ findings }) => findings.map(({ jobId }) => jobId)));
  return jobs.size === count ? counted(count, "job") : counted(count, "time");
}

export function caseFacts({ findings }: FindingCase): readonly LabeledText[] {
  const [first] = findings;
  if (first === undefined) return [];
  const quotes = first.evidence.map(quoteText);
  const more = first.exchangeCount - quotes.length;
  return [
    ...quotes.map((text): LabeledText => ["shown", text]),
    ...(more > 0 ? [["shown", `and ${counted(more, "more exchange")}`] as const] : []),
    ...placesOf(findings).map((text): LabeledText => ["in", visibleLine(text)]),
  ];
}

export function groupFacts({ first }: FindingGroup): readonly LabeledText[] {
  const facts: LabeledText[] = [
    ["do", first.cure],
    ["see", basisText(first)],
    ["again", startsOnly(first.repeat) ? `${first.repeat}${REPEAT_NOTE}` : first.repeat],
  ];
  return facts.filter(([, text]) => text !== "");
}

/** Describes a group in lines: up to `most` cases with their details, then the group's details. */
export function groupLines(group: FindingGroup, most: number): readonly string[] {
  const more = group.cases.length - most;
  const lines = (facts: readonly LabeledText[]): readonly string[] =>
    facts.map(([label, text]) => `  ${label}: ${text}`);
  return [
    ...group.cases
      .slice(0, most)
      .flatMap((each, index) => [
        `${index === 0 ? "" : "  also: "}${each.sentence}`,
        ...lines(caseFacts(each)),
      ]),
    ...(more > 0 ? [`… and ${more} more`] : []),
    ...lines(groupFacts(group)),
  ];
}

/** Whether a command only starts the simulator: a script or `exec` also sends requests. */
function startsOnly(command: string): boolean {
  return command !== "" && !command.startsWith("sh ") && !command.includes(" exec ");
}

function quoteText({ id, method, url, status, at }: QuotedExchange): string {
  const outcome = status === 0 ? "no response" : String(status);
  return `#${id} ${method} ${url}: ${outcome}, at ${new Date(at).toISOString()}`;
}

/** Describes the findings' sandboxes, each with its scenario and jobs. */
function placesOf(findings: readonly Finding[]): readonly string[] {
  // A finding about an unmet expectation has no scenario, and its sentence names the sandbox.
  const placed = findings.filter(({ scenario }) => scenario !== "");
  const byPlace = grouped(placed, ({ sandbox, scenario, otherSandboxes = 0 }) => {
    const others = otherSandboxes === 0 ? "" : `, and ${counted(otherSandboxes, "other sandbox")}`;
    return `sandbox ${sandbox}, scenario ${scenario}${others}`;
  });
  return [...byPlace].map(([place, same]) => {
    const ids = same.flatMap(({ jobId }) => jobId ?? []);
    if (ids.length === 0) return place;
    const named = ids.slice(0, MAX_JOBS).join(", ");
    const more = ids.length > MAX_JOBS ? `, and ${ids.length - MAX_JOBS} more` : "";
    return `${place}: ${ids.length === 1 ? "job" : "jobs"} ${named}${more}`;
  });
}
