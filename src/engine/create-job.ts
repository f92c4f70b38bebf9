import { defined } from "../core/defined.ts";
import { ApiError, type ApiErrorCode, invalidRequest } from "../core/errors.ts";
import { estimateOf } from "../core/job/estimate.ts";
import type { SubmittedFact } from "../core/job/facts.ts";
import { readsLate } from "../core/job/job-plan.ts";
import type { Profile } from "../core/job/profile.ts";
import { profileFor } from "../core/profile-rule.ts";
import type { RowRule } from "../core/rows/row-rule.ts";
import type { Scenario } from "../core/scenario.ts";
import { formatDuration } from "../core/time.ts";
import { storedJob } from "../state/sandbox-state.ts";
import type { Call, CallContext } from "./call-context.ts";
import type { Act } from "./fields.ts";
import { isClientFile } from "./files/find-file.ts";
import { nextJobId } from "./job-id.ts";
import { jobRecord } from "./job-record.ts";
import { readInputs } from "./read-inputs.ts";
import { inputsEvent, readLate } from "./read-late.ts";
import {
  type Draft,
  draftSubmission,
  invalidField,
  pathOf,
  type ReadInputs,
  unknownModelProblem,
} from "./submission.ts";
import { unknownDatasetMessage } from "./view-job.ts";

/**
 * Creates a job (interface document, part 4.1). Performs the checks that the spec can't express,
 * and stores the job's facts. Creates nothing if any check fails. Inputs from a URL are fetched
 * after the response, unless an assumption makes the create request wait.
 */
export const createJob: Act<"createJob"> = async (context, call) => {
  context.services.requireRoom(context.sandbox);
  const draft = draftSubmission(context, call);
  await rejectInvalid(context, call, draft);
  const { submission } = draft;
  const profile = profileOf(context, call, draft);
  const isLate = draft.isKnownModel && readsLate(submission, context.rules.assumptions);
  const first = isLate
    ? undefined
    : await readInputs({
        ...{ context, call, ...draft },
        rowRules: rowRulesOf(context.scenario),
        fileProblem: profile.outcome.kind === "failed" ? profile.outcome.file : undefined,
      });
  const outcome = first?.outcome;
  if (outcome?.kind === "refused" && outcome.code && rejectsAtCreate(context, outcome.code)) {
    const { code, reason: message } = outcome;
    throw invalidField(call, "inputs", { message, type: code }, code);
  }
  const jobId = submit(context, call, { ...draft, profile }, first);
  if (first === undefined) readLate(context, call.wireName, jobId);
  const costEstimate =
    submission.dryRun && outcome?.kind === "ready" ? estimateOf(draft.model, outcome) : null;
  if (!call.reads("job")) return { kind: "view", view: { jobId, costEstimate } };
  const stored = storedJob(context.sandbox.state, jobId);
  const job = await jobRecord({ ...context, now: stored.facts[0].at }, stored, call.reads);
  return { kind: "view", view: { jobId, costEstimate, job, baseUrl: call.server().baseUrl } };
};

async function rejectInvalid(context: CallContext, call: Call, draft: Draft): Promise<void> {
  const { submission, model, isKnownModel } = draft;
  const problems = [...draft.problems, ...(await schemaProblems(context, call, draft))];
  if (!isKnownModel && rejectsAtCreate(context, "unknown-model")) {
    const problem = unknownModelProblem(context, call, model.id);
    throw invalidRequest(
      [problem, ...problems],
      problems.length === 0 ? "unknown-model" : undefined,
    );
  }
  if (problems.length > 0) throw invalidRequest(problems);
  const { source } = submission;
  if (source.kind !== "dataset" || context.sandbox.state.datasets.has(source.datasetId)) return;
  if (!rejectsAtCreate(context, "unknown-dataset")) return;
  throw new ApiError("unknown-dataset", unknownDatasetMessage(source.datasetId));
}

async function schemaProblems({ services, sandbox }: CallContext, call: Call, draft: Draft) {
  const { jsonSchema } = draft.submission;
  if (jsonSchema === undefined) return [];
  const path = pathOf(call, "jsonSchema");
  const { verdict, doubts } = await services.schemas.for(sandbox.name).inspect(jsonSchema, path);
  if (verdict.kind === "slow")
    services.notice(`The JSON Schema at \`${path}\` is slow: ${verdict.reason}.`);
  if (verdict.kind !== "refused") {
    for (const doubt of doubts) services.notice(doubt);
    return [];
  }
  return [{ path: path + verdict.path, message: verdict.reason, type: "json-schema" }];
}

/** Whether, under the assumptions, an error causes a rejection instead of a failed job. */
function rejectsAtCreate(context: CallContext, code: ApiErrorCode): boolean {
  return typeof context.rules.assumptions[code] === "number";
}

function submit(
  context: CallContext,
  call: Call,
  { submission, model, profile }: Draft & { readonly profile: Profile },
  inputs: ReadInputs | undefined,
): string {
  const { sandbox, scenario, rules } = context;
  const jobId = nextJobId(context, call.requestDigest);
  const rowRules = rowRulesOf(scenario);
  // The fact is built field by field, because V8 would make a hidden class for each copy of an
  // object, and the class would take more memory than the fact itself.
  const fact: SubmittedFact = {
    type: "submitted",
    // The clock is read only now, because reading the inputs may have taken a while, and the job
    // must not be submitted in the past.
    at: sandbox.clock.now(),
    seed: sandbox.seed,
    key: call.requestDigest,
    submission,
    scenario: scenario.name,
    model,
    profile,
    ...(scenario.capacity === undefined ? {} : { capacity: scenario.capacity }),
    ...(rowRules.length === 0 ? {} : { rowRules }),
    assumptions: rules.assumptions,
    hasUnknownState: rules.hasState("unknown"),
    jobId,
  };
  const read = inputs === undefined ? [] : [inputsEvent(jobId, inputs)];
  sandbox.record({ kind: "jobSubmitted", fact }, ...read);
  return jobId;
}

/** The job's profile. If the service has no `expired` state, jobs fail instead of expiring. */
function profileOf(
  { sandbox, scenario, rules: { hasState }, services }: CallContext,
  call: Call,
  { submission, model }: Draft,
): Profile {
  const { source } = submission;
  const file = source.kind === "file" ? sandbox.state.storedFiles.get(source.fileId) : undefined;
  const lines = isClientFile(file) ? file.lines : undefined;
  const traits = defined({
    modelId: model.id,
    reasoning: model.reasoning,
    jobPriority: submission.jobPriority,
    numInputs: call.rows?.length ?? lines?.numLines,
    hasSchema: submission.jsonSchema !== undefined,
    source: source.kind,
    request: call.body,
  });
  const profile = profileFor(scenario.profiles, traits, services.matches);
  const { outcome } = profile;
  if (outcome.kind !== "expired" || hasState("expired")) return profile;
  const reason = `The job took longer than ${formatDuration(outcome.afterMs)}.`;
  return { ...profile, outcome: { ...outcome, reason } };
}

function rowRulesOf({ rows, values = "plausible" }: Scenario): readonly RowRule[] {
  return values === "plausible" ? rows : [...rows, { outcome: { kind: "values", values } }];
}
