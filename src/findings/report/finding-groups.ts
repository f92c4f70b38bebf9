import type { Finding } from "../finding.ts";

/** Findings of the same kind, shown as one entry. */
export type FindingGroup = {
  /** What all of them have in common is read from the first one. */
  readonly first: Finding;
  readonly count: number;
  readonly cases: readonly FindingCase[];
};

/** Findings that differ only in their job. */
export type FindingCase = { readonly sentence: string; readonly findings: readonly Finding[] };

/** Groups findings of the same kind with the same cure, in their order. */
export function groupsOf(findings: readonly Finding[]): readonly FindingGroup[] {
  return grouped(findings, kindKey).map((same) => ({
    first: same[0],
    count: same.length,
    cases: grouped(same, sentenceKey).map((alike) => ({
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

function grouped(
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [finding]);
    else known.push(finding);
  }
  return [...groups.values()];
}
