import type { InputProblem } from "../../core/job/facts.ts";
import type { Observation } from "../finding.ts";
import type { JobCase } from "../job-cases.ts";

/** Number of problems that a sentence names. */
const MOST_NAMED = 3;

/** Judges the file that a job's inputs are in. A scenario's own problem is not the client's fault. */
export function judgeBadFile({ jobId, job, created }: JobCase): readonly Observation[] {
  const [{ profile }] = job.facts;
  const { outcome } = profile;
  const inputs = job.facts.find((fact) => fact.type === "inputs")?.outcome;
  const isOwn = !(outcome.kind === "failed" && outcome.file !== undefined);
  if (!isOwn || inputs?.kind !== "refused" || inputs.problems === undefined) return [];
  const named = inputs.problems.slice(0, MOST_NAMED).map(inWords);
  const more = inputs.problems.length - named.length;
  const others = more === 0 ? "" : `; and ${more} more`;
  const sentence = `Job ${jobId} failed because of its input file: ${named.join("; ")}${others}.`;
  return [{ id: "invalid-lines", sentence, exchanges: [created.id], jobId }];
}

function inWords({ code, message, line }: InputProblem): string {
  const where = line === null ? "" : `line ${line}: `;
  return `${where}${message.replace(/\.$/, "")} (${code})`;
}
