import type { Finding, OmittedFindings } from "../finding.ts";
import type { FindingId } from "../finding-id.ts";
import type { Verdict } from "./verdict.ts";

const MAX_FINDINGS = 100;
const MAX_LIVES = 5;
/** Maximum length of all commands and bodies with which findings can be repeated, in characters. */
const MAX_CHARACTERS = 32 * 1024;

/**
 * The part of a verdict that is kept for an ended sandbox. A server keeps many of them, so requests beyond a total length lose
 * their bodies.
 */
export function shortenedVerdict({
  findings,
  omitted,
  lives,
  reproduction,
  ...rest
}: Verdict): Verdict {
  let left = MAX_CHARACTERS;
  const fits = (text: string): boolean => {
    const isShort = text.length <= left;
    if (isShort) left -= text.length;
    return isShort;
  };
  const requests = reproduction?.requests.map((request) => {
    const { body, ...others } = request;
    return body === undefined || fits(body) ? request : { ...others, isCut: true };
  });
  return {
    ...rest,
    findings: findings
      .slice(0, MAX_FINDINGS)
      .map((finding) => (fits(finding.repeat) ? finding : { ...finding, repeat: "" })),
    omitted: omitted.concat(omittedOf(findings.slice(MAX_FINDINGS))),
    lives: lives.slice(0, MAX_LIVES),
    ...(reproduction === undefined || requests === undefined
      ? {}
      : { reproduction: { ...reproduction, requests } }),
  };
}

function omittedOf(findings: readonly Finding[]): readonly OmittedFindings[] {
  const byId = new Map<FindingId, OmittedFindings>();
  for (const { id, severity } of findings)
    byId.set(id, { id, severity, count: (byId.get(id)?.count ?? 0) + 1 });
  return [...byId.values()];
}
