import type { LineRows } from "../codec/line-rows.ts";
import { counted } from "../core/counted.ts";
import { defined } from "../core/defined.ts";
import { type ApiError, type ApiErrorCode, invalidRequest, type Problem } from "../core/errors.ts";
import type { FileProblem } from "../core/file-rules.ts";
import type { InputSource, InputsOutcome, Submission } from "../core/job/facts.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import { listed, suggestion } from "../core/nearest.ts";
import { placesFor } from "../core/rows/record-reader.ts";
import type { RowRule } from "../core/rows/row-rule.ts";
import { parseDurationMs } from "../core/time.ts";
import { countTokens } from "../generate/tokens.ts";
import type { PackedRows } from "../input/packed-rows.ts";
import type { Call, CallContext, NamedCall, RowContext } from "./call-context.ts";
import type { CallOf, FieldsOf } from "./fields.ts";

export type Draft = Readonly<ReturnType<typeof draftSubmission>>;

export function draftSubmission(context: CallContext, call: CallOf<"createJob">) {
  const { fields } = call;
  const source = sourceOf(context, fields.inputs, call.requestDigest);
  const { model, isKnown: isKnownModel } = modelOf(context, fields.modelId);
  const kept = keptOf(context, call);
  const { systemPrompt, jsonSchema, columnName, idColumn, name, description } = fields;
  const hasPlaces = call.rows?.areStrings === false || source.kind === "file";
  const submission: Submission = defined({
    source,
    modelId: model.id,
    systemPrompt,
    jsonSchema,
    samplingParams: samplingParamsOf(fields),
    // Without inline inputs, the priority is 1: the spec rejects 0 (interface document, 4.1 and 8).
    jobPriority: source.kind === "array" && fields.jobPriority !== 1 ? 0 : 1,
    dryRun: fields.dryRun ?? false,
    randomSeedPerInput: fields.randomSeedPerInput ?? false,
    truncateRows: fields.truncateRows ?? false,
    places: hasPlaces && call.places ? placesFor(call.places, kept ?? {}) : undefined,
    columnName,
    idColumn,
    name,
    description,
    kept,
    windowMs: parseDurationMs(fields.window ?? ""),
    outputLifeMs: parseDurationMs(fields.outputLife ?? ""),
  });
  const problems: readonly Problem[] = [
    ...sourceProblems(context, call, source),
    ...countProblems(context, call, submission),
    ...(isKnownModel ? promptProblems(call, submission, model) : []),
  ];
  return { submission, model, isKnownModel, problems };
}

/** The request fields that job views repeat; fields that the client omitted are null. */
function keptOf({ rules }: CallContext, { body }: Call): JsonObject | undefined {
  if (rules.keep.length === 0 || !isJsonObject(body)) return undefined;
  return Object.fromEntries(rules.keep.map((name) => [name, body[name] ?? null]));
}

function sourceOf({ rules }: CallContext, inputs: unknown, digest: string): InputSource {
  if (typeof inputs !== "string") return { kind: "array", digest };
  if (rules.files !== undefined) return { kind: "file", fileId: inputs };
  return /^https?:\/\//i.test(inputs)
    ? { kind: "url", url: inputs }
    : { kind: "dataset", datasetId: inputs };
}

function samplingParamsOf(fields: FieldsOf<"createJob">): SamplingParams {
  const { temperature, topP, maxTokens, samplingSeed: seed } = fields;
  const stop = typeof fields.stop === "string" ? [fields.stop] : fields.stop;
  return defined({ temperature, topP, maxTokens, seed, stop });
}

/** The model with this ID, by default the first. For an unknown ID, copies the first model. */
export function modelOf({ rules }: CallContext, modelId: string | undefined) {
  const [first] = rules.models;
  if (modelId === undefined) return { model: first, isKnown: true };
  const found = rules.models.find(({ id }) => id === modelId);
  const isKnown = found !== undefined || rules.assumptions["unknown-model"] === "accepted";
  return { model: found ?? { ...first, id: modelId }, isKnown };
}

export function unknownModelProblem(
  { rules }: RowContext,
  call: NamedCall,
  modelId: string,
): Problem {
  const ids = rules.models.map(({ id }) => id);
  const message = `Expected \`${call.wireName("modelId")}\` to be one of ${listed(ids)}, got \`${modelId}\`.${suggestion(modelId, ids)}`;
  return { path: pathOf(call, "modelId"), message, type: "enum" };
}

/** Checks a dataset ID's prefix if the assumption `input-kind` requires the prefix. */
function sourceProblems(context: CallContext, call: Call, source: InputSource): readonly Problem[] {
  if (context.rules.assumptions["input-kind"] !== "dataset-prefix") return [];
  if (source.kind !== "dataset" || source.datasetId.startsWith("dataset-")) return [];
  const message = `Expected \`${call.wireName("inputs")}\` to be a list of strings, a dataset ID (\`dataset-…\`), or an http(s) URL, got \`${source.datasetId}\`.`;
  return [{ path: pathOf(call, "inputs"), message, type: "format", assumption: "input-kind" }];
}

const MAX_INPUTS: readonly number[] = [1000, 1_000_000];

/** Checks the number of inputs. The assumption `max-inputs` sets a limit per job priority. */
function countProblems(context: CallContext, call: Call, submission: Submission) {
  if (context.rules.assumptions["max-inputs"] !== "by-priority" || call.rows === undefined)
    return [];
  const most = MAX_INPUTS[submission.jobPriority] ?? 0;
  if (call.rows.length <= most) return [];
  const message = `Expected \`${call.wireName("inputs")}\` to have at most ${counted(most, "item")} if \`${call.wireName("jobPriority")}\` is ${submission.jobPriority}, got ${call.rows.length}. The interface document states no limit; this one comes from the assumption \`max-inputs\`.`;
  return [{ path: pathOf(call, "inputs"), message, type: "maxItems", assumption: "max-inputs" }];
}

/** Reports a system prompt that leaves no room for any row (interface document, part 8). */
function promptProblems(
  call: Call,
  { systemPrompt = "" }: Submission,
  { id, contextWindow }: Model,
): readonly Problem[] {
  const tokens = countTokens(systemPrompt);
  if (tokens < contextWindow) return [];
  const name = call.wireName("systemPrompt");
  const message = `Expected \`${name}\` to have fewer than ${counted(contextWindow, "token")}, the context window of the model \`${id}\`, got ${tokens}. Shorten the system prompt.`;
  return [{ path: pathOf(call, "systemPrompt"), message, type: "maxLength" }];
}

export function invalidField(
  call: NamedCall,
  field: string,
  problem: Pick<Problem, "message" | "type">,
  code?: ApiErrorCode,
): ApiError {
  return invalidRequest([{ path: pathOf(call, field), ...problem }], code);
}

/** JSON Pointer to a field in the request body. */
export function pathOf(call: NamedCall, field: string, index?: number): string {
  return `/${call.wireName(field, index).replaceAll(".", "/")}`;
}

export type ReadInputs = {
  readonly outcome: InputsOutcome;
  readonly rows?: PackedRows | LineRows;
};

export type InputsReading = Pick<Draft, "submission" | "model" | "isKnownModel"> & {
  readonly context: RowContext;
  readonly call: Pick<Call, "rows" | "wireName">;
  readonly rowRules?: readonly RowRule[];
  /** The scenario's simulated problem with the input file. */
  readonly fileProblem?: FileProblem | undefined;
};
