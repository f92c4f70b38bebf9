import { retryAfterMsOf } from "../control/shared/exchanges.ts";
import type { OperationFacts } from "../core/contract-facts.ts";
import { defined } from "../core/defined.ts";
import type { Exchange } from "../core/exchange.ts";
import type { JobState } from "../core/job/state.ts";
import type { JsonValue } from "../core/json.ts";
import { isSuccess } from "../findings/status-reads.ts";
import { contractFactsOf } from "../spec/contract-facts-of.ts";
import { asObject } from "../spec/document-place.ts";
import type { Operation } from "../spec/operation.ts";
import { sentWith } from "../spec/parameter-facts.ts";
import { errorCodesOf, type ReadValue, readResponse } from "../spec/read-response.ts";
import type { FieldsOfRequest } from "../spec/request-map.ts";
import type { Spec } from "../spec/spec.ts";
import { jobReadingOf, plainName } from "./job-reading.ts";
import { MAX_KEPT } from "./proxy/kept-body.ts";
import { headersOf, type RawCall, type RawHeaders } from "./raw-call.ts";
import { bodyShape, errorBody, jsonOf, operationsIn } from "./recorded-body.ts";
import type { Redactor } from "./redactor.ts";

export type ExplainedCall = Readonly<ReturnType<typeof explainCall>>;

/** Inputs in a request or in results, and outputs in results; undefined if there are none. */
export type CalledRows = {
  readonly inputs: readonly JsonValue[] | undefined;
  readonly outputs: readonly JsonValue[] | undefined;
};

export type TargetService = { readonly spec: Spec; readonly basePath: string };

/** Request fields whose values are recorded. None contains inputs or the client's own strings. */
const PLAIN_FIELDS =
  /^(modelId|temperature|topP|maxTokens|samplingSeed|jobPriority|dryRun|randomSeedPerInput|truncateRows|jobId|datasetId|fileId|format|limit|purpose)$/;
/** Names in response templates whose values are recorded. None is an input or an output. */
const PLAIN_NAMES =
  /^(jobId|state|modelId|rowModel|jobPriority|dryRun|numRows|rowsCompleted|failureReason|inputTokens|outputTokens|costUsd|counts\.\w+|costEstimate\.\w+|datasetId|fileId|byteLength|bytes|\w+At)$/;

/** Template for a job view that is too long to read. The view has rows, so the job has ended. */
const ENDED = { state: { $eval: "job.state" }, lines: { $eval: "job.lines" } };

type Explaining = {
  readonly service: TargetService;
  readonly redactor: Redactor;
  readonly keepsRows?: boolean;
};

export function explainCall(
  raw: RawCall,
  id: number,
  { service, redactor, keepsRows = false }: Explaining,
) {
  const { spec } = service;
  const { at, until, connection, end } = raw;
  const { status } = raw.response;
  const { operation, pathParams = {} } = routeOf(service, raw) ?? {};
  const requestBody = jsonOf(raw.request.body);
  const parts = {
    path: pathParams,
    query: Object.fromEntries(new URL(raw.url, "http://target").searchParams),
    header: headersOf(raw.request.headers),
    body: requestBody,
  };
  const isGood = isSuccess(status);
  const answer = isGood ? jsonOf(raw.response.body) : undefined;
  const fields = operation?.fieldsOf(parts) ?? {};
  const told = isLongView(raw, fields)
    ? readResponse(ENDED, { state: spec.wireState("succeeded"), lines: [] })
    : readResponse(operation?.response ?? null, answer ?? null);
  const named = operation?.jobIdOf(parts);
  const readings = [told.values, ...told.items].flatMap((values) =>
    jobReadingOf(spec, values, { raw, named }),
  );
  const isCreate = operation?.use === "createJob";
  const jobId = typeof named === "string" ? named : isCreate ? readings[0]?.jobId : undefined;
  const rows = rowsIn(operation, fields, answer);
  const facts = contractFactsOf(spec).operations.find(
    ({ operationId }) => operationId === operation?.operationId,
  );
  const { hash: bodyHash } = raw.request.body;
  const use = operation?.use;
  return {
    ...{ at, until, end, operation, use, facts, status, isGood, readings },
    /** The job that the call names or creates. */
    jobId,
    /** The traits of the requested job; undefined unless the call creates one. */
    submission: isCreate ? traitsOf(fields) : undefined,
    /** The facts about the call that the report needs, except for the error and the fault. */
    conduct: defined({
      ...{ use, connection, bodyHash, requestDigest: bodyHash },
      ...(facts && sentWith(facts, parts.query, requestBody)),
      ...(told.values.some(({ name }) => name === "job.lines") && { hasRows: true as const }),
      retryAfterMs: retryAfterMsOf(headersOf(raw.response.headers), until),
    }),
    /** Codes of the service's errors that match the response. */
    errors: operation && !isGood && status !== 0 ? errorCodesOf(spec, operation, status) : [],
    /** Indexes of the rows with empty outputs, if the response has the outputs. */
    emptyRows: (rows.outputs ?? []).flatMap((output, index) => (output === "" ? [index] : [])),
    /** The rows in the call; undefined unless the recording keeps rows. */
    rows: keepsRows ? rows : undefined,
    exchange: exchangeOf(raw, {
      ...{ id, operation, facts, jobId, redactor, requestBody, fields },
      jobState: isCreate ? undefined : readings.find((each) => each.jobId === jobId)?.state,
      told: [...told.values, ...told.items.flat()],
    }),
  };
}

/** Whether the response is a job view with rows that was too long to be kept. */
function isLongView({ end, response }: RawCall, { withLines }: FieldsOfRequest): boolean {
  const { status, body } = response;
  const isLong = body.byteLength > MAX_KEPT && body.text === undefined;
  return withLines === true && isLong && isSuccess(status) && end === "finished";
}

/** The traits in a create request that determine the job's profile. */
function traitsOf(fields: FieldsOfRequest) {
  const { modelId, jobPriority, inputs, dryRun } = fields;
  return {
    modelId: typeof modelId === "string" ? modelId : undefined,
    jobPriority: jobPriority === 1 ? (1 as const) : (0 as const),
    numInputs: Array.isArray(inputs) ? inputs.length : undefined,
    dryRun: dryRun === true,
  };
}

/** The operation for a request to the target; undefined if the spec has none. */
export function routeOf(
  { spec, basePath }: TargetService,
  { method, url }: Pick<RawCall, "method" | "url">,
) {
  const [path = ""] = url.split("?");
  for (const operation of spec.operations) {
    if (operation.server === "origin") continue;
    const isBelow = operation.server === "base" && path.startsWith(`${basePath}/`);
    const pathParams = operation.match(isBelow ? path.slice(basePath.length) : path);
    const isServed = operation.method === (method === "HEAD" ? "GET" : method);
    if (pathParams !== undefined && isServed) return { operation, pathParams };
  }
  return undefined;
}

/** The inputs in a request, and the rows in a JSON response with results. */
function rowsIn(
  operation: Operation | undefined,
  { format, inputs }: FieldsOfRequest,
  answer: JsonValue | undefined,
): CalledRows {
  const { response, use } = operation ?? {};
  const described = use === "getResults" ? asObject(response)[String(format)] : undefined;
  const template = asObject(described)["body"];
  const { values } = readResponse(template ?? null, answer ?? null);
  const listOf = (column: string): readonly JsonValue[] | undefined =>
    listIn(values.find(({ name }) => name === column)?.value);
  return { inputs: listIn(inputs) ?? listOf("inputs"), outputs: listOf("outputs") };
}

function listIn(value: unknown): readonly JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

type ExchangeParts = {
  readonly id: number;
  readonly operation: Operation | undefined;
  readonly facts: OperationFacts | undefined;
  readonly jobId: string | undefined;
  readonly jobState: JobState | undefined;
  readonly requestBody: JsonValue | undefined;
  readonly fields: FieldsOfRequest;
  readonly told: readonly ReadValue[];
  readonly redactor: Redactor;
};

/** The exchange, without inputs or outputs. */
function exchangeOf(raw: RawCall, parts: ExchangeParts): Exchange {
  const { id, operation, facts, jobId, jobState, redactor, told } = parts;
  const { at, until, method, url, request, response, end } = raw;
  const { format } = parts.fields;
  const fields = facts?.parameters.filter(({ field }) => PLAIN_FIELDS.test(field ?? ""));
  const sent = bodyShape(request.body, new Set(fields?.map(({ place }) => place)));
  const values = told.filter(({ name }) => PLAIN_NAMES.test(plainName(name)));
  const isError = !isSuccess(response.status);
  const received = isError
    ? errorBody(response.body, request.body, parts.requestBody)
    : operation?.use === "getOpenApi"
      ? operationsIn(response.body)
      : bodyShape(response.body, new Set(values.map(({ pointer }) => pointer)));
  const headers = (raw: RawHeaders) => redactor.headers(headersOf(raw));
  return defined({
    ...{ id, at, wallAt: at, method, url, operationId: operation?.operationId, jobId, jobState },
    format: typeof format === "string" ? format : undefined,
    request: defined({ headers: headers(request.headers), body: sent }),
    response: defined({
      ...{ status: response.status, headers: headers(response.headers), body: received },
    }),
    ...{ problems: [], end, durationMs: until - at },
  });
}
