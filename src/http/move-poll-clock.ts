import type { FaultRule } from "../core/fault-rule.ts";
import { isTerminal } from "../core/job/state.ts";
import { jobStateAt, nextChangeAt, nextStateAt, viewAt } from "../core/job/view.ts";
import { useCaseOf } from "../engine/use-cases.ts";
import { traitsOf } from "../faults/find-kind.ts";
import type { StoredJob } from "../state/sandbox-state.ts";
import type { JobCall } from "./request/incoming-call.ts";

/**
 * Moves a `poll` clock after a call that polls a job, and after a fault that ends only with time.
 * The clock moves by the response's Retry-After, by a fixed step, or to the job's next change. If
 * the step isn't fixed, a response that reports a terminal state moves the clock only if the
 * results are not ready, because otherwise the client has stopped polling. On a `manual` clock,
 * polls are only counted. `rule` is the rule that fired, and `retryAfterMs` is the wait that the
 * response requests.
 */
export function movePollClock(
  { req, identity, route, job, recorder }: JobCall,
  rule: FaultRule | undefined,
  retryAfterMs: number | undefined,
): void {
  const { sandbox, now } = identity;
  const { clock, timelines } = sandbox;
  const { spec } = clock;
  if (spec.mode !== "poll" && spec.mode !== "manual") return;
  const { operation } = route;
  // Listing jobs doesn't move the clock, so a client that waits this way would wait forever. Counts
  // such requests until the log grows, for example because the client created a job.
  const { jobs, log } = sandbox.state;
  const isActive = ({ jobId }: StoredJob) => !isTerminal(jobStateAt(timelines.of(jobId), now));
  if (operation.use === "listJobs") {
    const what = `sent GET ${recorder.hide(req.originalUrl)}`;
    clock.countPoll(what, log.length, () => [...jobs.values()].some(isActive));
  }
  const { isPoll } = useCaseOf(operation.use);
  const isForResults = isPoll === "until results are ready";
  const timeline = job && timelines.of(job.jobId);
  const areResults = (kind: "ready" | "notReady"): boolean =>
    timeline !== undefined && viewAt(timeline, now).results.kind === kind;
  const { jobState, conduct } = recorder.notes;
  const isReportedEnd = jobState !== undefined && isTerminal(jobState);
  if (spec.mode === "manual") {
    const isOver = isForResults ? areResults("ready") : isReportedEnd;
    if (job !== undefined && isPoll !== undefined && !isOver)
      clock.countPoll(`polled job \`${job.jobId}\``);
    return;
  }
  if (retryAfterMs !== undefined && retryAfterMs > 0) return void clock.advance(retryAfterMs);
  const needsTime = rule !== undefined && endsByTime(rule);
  // A client keeps polling until a response says where the results are.
  const isLate =
    RESULTS.some((name) => operation.reads(name)) &&
    timeline !== undefined &&
    isTerminal(viewAt(timeline, now).state) &&
    areResults("notReady");
  // With a fixed step, every poll moves the clock, so the number of polls determines the time.
  const hasEnded = isReportedEnd && spec.step === "next" && conduct.error === undefined;
  const isAsking = isForResults
    ? !areResults("ready")
    : isPoll && (needsTime || isLate || !hasEnded);
  // A status poll doesn't wait for results, so it moves the clock only to the next state.
  const next = isForResults || isLate ? nextChangeAt : nextStateAt;
  if (isAsking) clock.poll(timeline && next(timeline, now));
  else if (needsTime) clock.poll(undefined);
}

/** The response fields that say where the results are. */
const RESULTS = ["outputFileId", "errorFileId", "hasResults"];

function endsByTime({ fault, when }: FaultRule): boolean {
  const isForAWhile = when?.jobStates !== undefined || when?.jobAgeMs?.max !== undefined;
  return isForAWhile || traitsOf(fault.kind).endsOnlyWithTime === true;
}
