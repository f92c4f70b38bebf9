import type { Request } from "express";
import type { Conduct } from "../../core/conduct.ts";
import type { OperationFacts } from "../../core/contract-facts.ts";
import type { ApiError } from "../../core/errors.ts";
import { contractFactsOf } from "../../spec/contract-facts.ts";
import type { Operation } from "../../spec/operation.ts";
import type { Spec } from "../../spec/spec.ts";
import type { Recorder } from "../recorder.ts";
import { sentWith } from "./conduct.ts";
import { isEncoded } from "./content-encoding.ts";
import { queryOf } from "./query.ts";
import type { RequestBody } from "./request-body.ts";

const byOperation = new WeakMap<Operation, OperationFacts>();

/** Notes a client's use of the interface. */
export function noteSent(recorder: Recorder, spec: Spec, sent: ReceivedRequest): void {
  const { operation, req, body } = sent;
  const facts = factsOf(spec, operation);
  if (facts === undefined) return;
  const found = sentWith(facts, queryOf(req), body.body);
  const { assumptions: known = [] } = recorder.notes.conduct;
  const encoded = isEncoded(req) ? ["content-encoding"] : [];
  const assumptions = union(known, found.assumptions, encoded);
  add(recorder, {
    ...found,
    assumptions,
    ...(body.digest === "" ? {} : { requestDigest: body.digest }),
  });
}

/** Notes an assumption that a request depends on. */
export function noteAssumption(recorder: Recorder, id: string): void {
  const { assumptions = [] } = recorder.notes.conduct;
  add(recorder, { assumptions: [...assumptions, id] });
}

/** A request whose body has been read. */
export type ReceivedRequest = {
  readonly operation: Operation;
  readonly req: Request;
  readonly body: RequestBody;
};

/** Notes the service's error response to a request. */
export function noteError(recorder: Recorder, { code, message, problems }: ApiError): void {
  recorder.notes.problems = problems;
  add(recorder, { error: { code, message } });
}

/** Notes which part of a file a response has. */
export function notePart(recorder: Recorder, part: Conduct["part"]): void {
  if (part !== undefined) add(recorder, { part });
}

/** Notes the assumptions behind a response. A response made by a fault depends on none. */
export function noteAnswer(
  recorder: Recorder,
  spec: Spec,
  answer: { readonly operation: Operation; readonly status: number },
): void {
  const { operation, status } = answer;
  const facts = factsOf(spec, operation);
  if (facts === undefined) return;
  const { conduct, fault } = recorder.notes;
  const { errors } = contractFactsOf(spec);
  const answered =
    conduct.error === undefined
      ? facts.answers.find((each) => each.status === status)?.assumptions
      : errors[conduct.error.code];
  const behindAnswer = fault === undefined ? (answered ?? []) : [];
  const assumptions = union(facts.assumptions, conduct.assumptions ?? [], behindAnswer);
  add(recorder, { use: operation.use, assumptions });
}

/** Notes the kind of fault that shaped the response; undefined if none did. */
export function noteFault(recorder: Recorder, faultKind: Conduct["faultKind"]): void {
  const { faultKind: _, ...conduct } = recorder.notes.conduct;
  recorder.notes.conduct = faultKind === undefined ? conduct : { ...conduct, faultKind };
}

function add(recorder: Recorder, more: Conduct): void {
  Object.assign(recorder.notes.conduct, more);
}

/** The items of all lists, each once. For most requests, at most one list has any. */
function union(...lists: readonly (readonly string[])[]): readonly string[] {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length > 1 ? [...new Set(filled.flat())] : (filled[0] ?? []);
}

function factsOf(spec: Spec, operation: Operation): OperationFacts | undefined {
  const known = byOperation.get(operation);
  if (known !== undefined) return known;
  const facts = contractFactsOf(spec).operations.find(
    ({ operationId }) => operationId === operation.operationId,
  );
  if (facts !== undefined) byOperation.set(operation, facts);
  return facts;
}
