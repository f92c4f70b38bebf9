import { invalidRequest } from "../core/errors.ts";
import { costUsd } from "../core/job/estimate.ts";
import type { Submission } from "../core/job/facts.ts";
import { type JsonValue, parseJson } from "../core/json.ts";
import type { Model } from "../core/model.ts";
import { promptReader } from "../core/rows/record-reader.ts";
import type { Row } from "../core/rows/row.ts";
import { countTokens } from "../generate/tokens.ts";
import type { CallContext } from "./call-context.ts";
import type { Act, CallOf } from "./fields.ts";
import { nextRunId } from "./job-id.ts";
import { outputTokensOf } from "./measure.ts";
import { invalidField, modelOf, unknownModelProblem } from "./submission.ts";

/** Runs one input without a job. A job's first row with the same input has the same output. */
export const runInput: Act<"runInput"> = async (context, call) => {
  const { modelId, includeConfidence = true } = call.fields;
  const { model, isKnown } = modelOf(context, modelId);
  if (!isKnown)
    throw invalidRequest([unknownModelProblem(context, call, modelId)], "unknown-model");
  const requestId = nextRunId(context, call.requestDigest);
  const row = await rowFor(context, call, model, requestId);
  const tokens = { inputTokens: countTokens(row.input), outputTokens: outputTokensOf(row) };
  const view = {
    requestId,
    modelId,
    output: outputValue(row),
    confidence: (includeConfidence ? row.confidence : undefined) ?? null,
    ...tokens,
    costUsd: costUsd(model, tokens),
  };
  return { kind: "view", view };
};

async function rowFor(
  context: CallContext,
  call: CallOf<"runInput">,
  model: Model,
  requestId: string,
): Promise<Row> {
  const { sandbox, scenario } = context;
  // The input was validated against the spec, so it is JSON.
  const input = call.fields.input as JsonValue;
  const { places = { prompt: [] } } = call;
  const { id, contextWindow } = model;
  const tokens = countTokens(promptReader(places)(input).prompt);
  if (tokens > contextWindow) {
    const message = `The input has ${tokens} tokens, but the model \`${id}\` accepts at most ${contextWindow}. Shorten the input.`;
    throw invalidField(call, "input", { message, type: "maxLength" }, "row-too-long");
  }
  const submission: Submission = {
    source: { kind: "array", digest: call.requestDigest },
    modelId: model.id,
    samplingParams: {},
    jobPriority: 0,
    dryRun: false,
    randomSeedPerInput: false,
    truncateRows: false,
    places,
  };
  const { seed } = sandbox;
  const basis = { jobId: requestId, seed, model, submission, rowRules: scenario.rows };
  const { createRowMaker } = await import("./row-maker.ts");
  const make = await createRowMaker(basis, context);
  const [row] = await make(0, [input]);
  if (row === undefined) throw new RangeError("Expected one row for one input.");
  return row;
}

/** A row's output: its vector, its parsed JSON if that is an object or array, or its text. */
function outputValue({ output, vector }: Row): JsonValue {
  if (vector !== undefined) return vector;
  if (!/^\s*[[{]/.test(output)) return output;
  return parseJson(output) ?? output;
}
