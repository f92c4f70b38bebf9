import type { Finding } from "../../findings/finding.ts";

/** Findings by what they are about. */
export type FindingsIndex = {
  readonly byExchange: ReadonlyMap<number, readonly Finding[]>;
  readonly byJob: ReadonlyMap<string, readonly Finding[]>;
};

/** Finds the findings of an exchange or a job; those that are only worth knowing are left out. */
export function indexFindings(findings: readonly Finding[]): FindingsIndex {
  const byExchange = new Map<number, Finding[]>();
  const byJob = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.severity === "info") continue;
    for (const id of finding.exchanges) add(byExchange, id, finding);
    if (finding.jobId !== undefined) add(byJob, finding.jobId, finding);
  }
  return { byExchange, byJob };
}

function add<Key>(map: Map<Key, Finding[]>, key: Key, finding: Finding): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [finding]);
  else known.push(finding);
}
