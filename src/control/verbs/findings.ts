import type { Finding } from "../../findings/finding.ts";
import type { FindingId } from "../../findings/finding-id.ts";
import type { Judging } from "../../findings/findings-of.ts";
import type { Report } from "../../findings/report/report.ts";
import type { Scope } from "../host.ts";
import type { ArgumentsOf } from "../verb.ts";

/** Findings about requests whose key names no sandbox: they are in the default one, whoever sent them. */
const KEYLESS: ReadonlySet<FindingId> = new Set<FindingId>(["key-malformed", "key-unknown"]);

/** What the clients of all sandboxes did wrong, and what they used. */
export function getReport({ host }: Scope, judging: Judging): Report {
  return host.judge.report(judging);
}

/** What the clients of the sandbox did wrong. */
export function findFindings({ host, sandbox }: Scope, judging: Judging): readonly Finding[] {
  return host.judge.findings(sandbox, judging);
}

/** Takes it that a finding in the sandbox is provoked on purpose. */
export function expectFinding(
  { host, sandbox }: Scope,
  { id }: ArgumentsOf<"expectFinding">,
): void {
  if (id === undefined) host.judge.expectFinding({ sandbox: sandbox.name });
  else host.judge.expectFinding(KEYLESS.has(id) ? { id } : { id, sandbox: sandbox.name });
}

/** Takes it that the sandbox's client reported an error. */
export function expectClientError(
  { host, sandbox }: Scope,
  { jobId }: ArgumentsOf<"expectClientError">,
): void {
  host.judge.expectClientError(sandbox, jobId);
}
