import { wordOf } from "../../core/assumption.ts";
import { ApiError } from "../../core/errors.ts";
import { type OutputFile, outputFileId, outputFileOf } from "../../core/file-rules.ts";
import type { JobView } from "../../core/job/view.ts";
import { endCounts } from "../../core/rows/end-counts.ts";
import { type Instant, instantAfter } from "../../core/time.ts";
import type { ClientFile, DatasetFile, StoredJob } from "../../state/sandbox-state.ts";
import type { StateView } from "../../state/state-event.ts";
import { type CallContext, isDeleted } from "../call-context.ts";
import { viewJob } from "../view-job.ts";

/** A file that a job has written. It is never stored, because it can be derived from the job. */
export type WrittenFile = Readonly<Awaited<ReturnType<typeof writtenFiles>>[number]>;

export type FoundFile = ClientFile | WrittenFile;

/** The file with this ID. Throws an ApiError if it doesn't exist, was deleted, or has expired. */
export async function findFile(context: CallContext, fileId: string): Promise<FoundFile> {
  const uploaded = currentFile(context.sandbox.state, fileId, context.now);
  if (uploaded !== undefined) return uploaded;
  const written = outputFileOf(context.rules.files?.outputs ?? [], fileId);
  const job = written && context.sandbox.state.jobs.get(written.jobId);
  const files = job === undefined ? [] : await writtenFiles(context, job, job.facts[0].at);
  const file = files.find((each) => each.fileId === fileId);
  if (file === undefined) throw new ApiError("unknown-file", `File \`${fileId}\` does not exist.`);
  if (isCurrent(file.expiresAt, context.now)) return file;
  throw new ApiError("results-expired", `File \`${fileId}\` has expired.`);
}

/** The uploaded file with this ID; undefined if it doesn't exist, was deleted, or has expired. */
export function currentFile({ storedFiles }: StateView, fileId: string, now: Instant) {
  const file = storedFiles.get(fileId);
  return isClientFile(file) && isCurrent(file.expiresAt, now) ? file : undefined;
}

/** All existing files: first those that clients uploaded, in order, then those that jobs wrote. */
export async function allFiles(context: CallContext, jobs: readonly StoredJob[]) {
  const written = await Promise.all(jobs.map((job) => writtenFiles(context, job)));
  const stored = [...context.sandbox.state.storedFiles.values()].filter(isClientFile);
  const uploaded = stored.filter((file) => isCurrent(file.expiresAt, context.now));
  return [...uploaded, ...written.flat()];
}

/** Whether the file is a client's upload that is not part of a dataset. */
export function isClientFile(file: FoundFile | DatasetFile | undefined): file is ClientFile {
  return file !== undefined && "purpose" in file;
}

/** A job's existing files: its input file, if any, and the files that it has written. */
export async function jobFiles(context: CallContext, job: StoredJob) {
  const { source } = job.facts[0].submission;
  const fileId = source.kind === "file" ? source.fileId : "";
  const lines = currentFile(context.sandbox.state, fileId, context.now)?.lines;
  const inputs = lines === undefined ? [] : [{ fileId, numLines: lines.numLines }];
  return [...inputs, ...(await writtenFiles(context, job))];
}

/** The files that a job has written so far, without those deleted or expired at this time. */
export async function writtenFiles(context: CallContext, job: StoredJob, at = context.now) {
  const { outputs = [], purposes = {} } = context.rules.files ?? {};
  if (outputs.length === 0 || isDeleted(job)) return [];
  const view = await viewJob(context, job);
  const createdAt = view.completedAt ?? view.createdAt;
  return outputs
    .filter((rule) => numLinesOf(job, view, rule) > 0)
    .map((rule) => {
      const lifeMs = job.facts[0].submission.outputLifeMs ?? purposes[rule.purpose]?.lifeMs;
      const expiresAt = lifeMs === undefined ? undefined : instantAfter(createdAt, lifeMs);
      const numLines = numLinesOf(job, view, rule);
      return { fileId: outputFileId(rule, job.jobId), rule, job, numLines, createdAt, expiresAt };
    })
    .filter(({ fileId }) => !context.sandbox.state.storedFiles.has(fileId))
    .filter((file) => isCurrent(file.expiresAt, at));
}

/** The IDs of a job's written files. Clients see the IDs even after the files have expired. */
export function writtenFileIds(outputs: readonly OutputFile[], job: StoredJob, view: JobView) {
  const idOf = (kind: OutputFile["kind"]): string | null => {
    const rule = outputs.find((each) => each.kind === kind && numLinesOf(job, view, each) > 0);
    return rule === undefined ? null : outputFileId(rule, job.jobId);
  };
  return { outputFileId: idOf("output"), errorFileId: idOf("errors") };
}

/** Number of lines in a job's file; 0 if the job doesn't write that file. */
function numLinesOf(
  { facts }: StoredJob,
  view: JobView,
  { kind, rows, inputs: wanted }: OutputFile,
): number {
  const { results } = view;
  if (wanted !== undefined && facts[0].submission.source.kind !== wanted) return 0;
  if (results.kind !== "ready" && results.kind !== "expired") return 0;
  const inputs = facts.find((fact) => fact.type === "inputs")?.outcome;
  const { succeeded, errored, canceled, expired } = endCounts(view, inputs);
  const isListed = wordOf(facts[0].assumptions, "unfinished-results") === "listed";
  const others = errored + (isListed ? canceled + expired : 0);
  if (rows === "all") return succeeded + others;
  return kind === "output" ? succeeded : others;
}

function isCurrent(expiresAt: Instant | undefined, now: Instant): boolean {
  return expiresAt === undefined || now < expiresAt;
}
