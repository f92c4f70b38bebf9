import { ApiError, invalidRequest, type Problem } from "../core/errors.ts";
import type { Facts, SubmittedFact } from "../core/job/facts.ts";
import { estimateOf } from "../core/job/usage.ts";
import { profileFor } from "../core/profile-rule.ts";
import { judgeSchema } from "../generate/generator.ts";
import { schemaDoubts } from "../schema/schema-doubts.ts";
import type { Answer, Call } from "./answer.ts";
import type { CreateFields } from "./create-fields.ts";
import { createJobId } from "./job-id.ts";
import {
  type InputsProblem,
  type ReadInputs,
  readInputs,
  unknownDatasetMessage,
} from "./read-inputs.ts";
import { type Draft, draftSubmission, pathOf, unknownModelMessage } from "./submission.ts";
import type { Job, World } from "./world.ts";

/**
 * Creates a job (part 4.1): checks all that the specification can't, and appends its facts. Nothing is created
 * where anything is wrong. Inputs behind a URL are fetched after the answer, unless an assumption makes create wait.
 */
export async function createJob(world: World, call: Call<CreateFields>): Promise<Answer> {
  const draft = draftSubmission(world, call);
  await refuseInvalid(world, call, draft);
  const { submission } = draft;
  const mustWait =
    submission.source.kind !== "url" ||
    submission.dryRun ||
    refusesAtCreate(world, "bad-url-input");
  const reading = readInputs(world, call, draft);
  const first = mustWait ? await reading : undefined;
  if (first?.problem !== undefined && refusesAtCreate(world, first.problem))
    throw refusalOf(first, call);
  const job = submit(world, call, draft);
  if (first === undefined) awaitInputs(world, job, reading);
  else settle(world, job, first);
  const outcome = first?.outcome;
  const costEstimate =
    submission.dryRun && outcome?.kind === "ready" ? estimateOf(draft.model, outcome) : null;
  return { kind: "view", view: { jobId: job.jobId, costEstimate } };
}

async function refuseInvalid(world: World, call: Call, draft: Draft): Promise<void> {
  const { submission, model, isKnownModel } = draft;
  const problems = [...draft.problems, ...(await schemaProblems(world, call, draft))];
  if (!isKnownModel && refusesAtCreate(world, "unknown-model")) {
    const message = unknownModelMessage(world, call, model.id);
    const problem: Problem = { path: pathOf(call, "modelId"), message, type: "enum" };
    throw problems.length === 0
      ? invalidRequest([problem], "unknown-model")
      : invalidRequest([problem, ...problems]);
  }
  if (problems.length > 0) throw invalidRequest(problems);
  const { source } = submission;
  if (source.kind !== "dataset" || world.sandbox.store.dataset(source.datasetId) !== undefined)
    return;
  if (!refusesAtCreate(world, "unknown-dataset")) return;
  throw new ApiError("unknown-dataset", unknownDatasetMessage(source.datasetId));
}

async function schemaProblems(
  { services }: World,
  call: Call,
  draft: Draft,
): Promise<readonly Problem[]> {
  const { jsonSchema } = draft.submission;
  if (jsonSchema === undefined) return [];
  const path = pathOf(call, "jsonSchema");
  const verdict = await judgeSchema(jsonSchema);
  if (verdict.kind === "slow") services.notice(`Accepted a slow \`${path}\`: ${verdict.reason}.`);
  if (verdict.kind !== "refused") {
    for (const doubt of schemaDoubts(jsonSchema, path)) services.notice(doubt);
    return [];
  }
  return [
    {
      path: `${path}${verdict.path}`,
      message: verdict.reason,
      type: "json-schema",
    },
  ];
}

/** Whether an assumption has create refuse the problem with a status, instead of the job failing by it. */
function refusesAtCreate(world: World, problem: InputsProblem): boolean {
  return typeof world.rules.assumptions[problem] === "number";
}

function refusalOf({ outcome, problem }: ReadInputs, call: Call): ApiError {
  const message = outcome.kind === "refused" ? outcome.reason : "";
  const path = pathOf(call, "inputs");
  return invalidRequest([{ path, message, type: String(problem) }], problem ?? "invalid-request");
}

function submit(world: World, call: Call, draft: Draft): Job {
  const { sandbox, scenario, rules, services } = world;
  const { submission, model } = draft;
  const fact: SubmittedFact = {
    type: "submitted",
    // As of when it is stored: reading a dry run's inputs may have taken its time, and nothing happens in the past.
    at: sandbox.clock.now(),
    jobId: createJobId(world, call.requestDigest),
    seed: sandbox.seed,
    key: call.requestDigest,
    submission,
    model,
    profile: profileFor(scenario.profiles, traitsOf(call, draft), services.matches),
    ...(scenario.capacity === undefined ? {} : { capacity: scenario.capacity }),
    ...(scenario.rows.length === 0 ? {} : { rowRules: scenario.rows }),
    assumptions: rules.assumptions,
    hasUnknownState: rules.hasUnknownState,
  };
  const facts: Facts = [fact];
  return sandbox.store.addJob(facts);
}

function traitsOf(call: Call, draft: Draft): Parameters<typeof profileFor>[1] {
  const { submission, model } = draft;
  return {
    modelId: model.id,
    reasoning: model.reasoning,
    jobPriority: submission.jobPriority,
    ...(call.rows === undefined ? {} : { numInputs: call.rows.length }),
    hasSchema: submission.jsonSchema !== undefined,
    source: submission.source.kind,
    request: call.body,
  };
}

function awaitInputs(world: World, job: Job, reading: Promise<ReadInputs>): void {
  const settled = reading.catch(failedReading).then((inputs) => settle(world, job, inputs));
  world.sandbox.store.awaitInputs(job, settled);
}

/** Whatever goes wrong after create has answered ends in the job's record: nobody waits for an error any more. */
function failedReading(error: unknown): ReadInputs {
  const found = error instanceof Error ? error.message : String(error);
  return { outcome: { kind: "refused", reason: `batch-sim failed to read the inputs: ${found}` } };
}

/** What reading the inputs gave becomes a fact of the submission's own instant, whenever the bytes came. */
function settle(world: World, job: Job, inputs: ReadInputs): void {
  world.sandbox.store.setRows(job, inputs.rows);
  world.sandbox.store.addFact(job, {
    type: "inputs",
    at: job.facts[0].at,
    outcome: inputs.outcome,
  });
}
