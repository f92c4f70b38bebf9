import type { OperationFacts } from "../../core/contract-facts.ts";
import type { ApiError } from "../../core/errors.ts";
import { oncePer } from "../../core/once-per.ts";
import { isEncoded } from "../../input/body-chunks.ts";
import { errorAssumptionsOf, operationFacts } from "../../spec/contract-facts-of.ts";
import type { Operation } from "../../spec/operation.ts";
import { sentWith } from "../../spec/parameter-facts.ts";
import type { Recorder } from "../recorder.ts";
import { type IncomingCall, queryOf, type RequestBody, type RoutedCall } from "./incoming-call.ts";

/** Computed per operation, so that the first response doesn't wait for all operations' facts. */
const factsOf: (operation: Operation) => OperationFacts = oncePer(({ served }) =>
  operationFacts(served),
);

const NONE: readonly string[] = [];
const ENCODED: readonly string[] = ["content-encoding"];

export function recordSent({ req, route, recorder }: RoutedCall, body: RequestBody): void {
  const facts = factsOf(route.operation);
  const { sent, undocumented, assumptions } = sentWith(facts, queryOf(req), body.body);
  const { conduct } = recorder.notes;
  const encoded = isEncoded(req) ? ENCODED : NONE;
  conduct.sent = sent;
  conduct.undocumented = undocumented.map((place) => recorder.hide(place));
  conduct.assumptions = union(union(conduct.assumptions ?? NONE, assumptions), encoded);
  if (body.digest !== "") conduct.requestDigest = body.digest;
}

export function recordError(recorder: Recorder, { code, message, problems }: ApiError): void {
  recorder.notes.problems = problems;
  recorder.notes.conduct.error = { code, message: recorder.hide(message) };
}

/** Records the assumptions behind a response. A fault's response depends on no assumptions. */
export function recordAnswer(
  { identity, recorder }: IncomingCall,
  operation: Operation,
  status: number,
): void {
  const facts = factsOf(operation);
  const { conduct, fault } = recorder.notes;
  const answered =
    conduct.error === undefined
      ? facts.answers.find((each) => each.status === status)?.assumptions
      : errorAssumptionsOf(identity.spec)[conduct.error.code];
  const behindAnswer = fault === undefined ? (answered ?? NONE) : NONE;
  conduct.use = operation.use;
  conduct.assumptions = union(union(facts.assumptions, conduct.assumptions ?? NONE), behindAnswer);
}

/** The distinct items of two lists; cached, because the same pairs of lists recur. */
function union(first: readonly string[], second: readonly string[]): readonly string[] {
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  return unionsWith(first)(second);
}

const unionsWith = oncePer((first: readonly string[]) =>
  oncePer((second: readonly string[]): readonly string[] => [...new Set([...first, ...second])]),
);
