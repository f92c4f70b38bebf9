import { defined } from "../../core/defined.ts";
import type { Exchange } from "../../core/exchange.ts";
import { JOB_STATES, type JobState } from "../../core/job/state.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import { isWrite } from "../../faults/call-subject.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import type { TriedCall } from "./trials.ts";

export type RecordedCall = {
  readonly sandbox: string;
  readonly exchange: Exchange;
  readonly use: string;
  /** The rows in a job's view; undefined if the response has none. */
  readonly rows?: unknown;
};

/** The calls of a run, oldest first. */
export type Calls = readonly RecordedCall[];

export type OperationToCall = Pick<TriedCall, "use" | "errors"> & {
  readonly operationId: string;
  readonly formats: readonly string[];
};

/** A group of similar calls, such as calls 2 to 40 of a polling loop. */
export type Place = TriedCall & {
  readonly operationId: string;
  /** The job's state; undefined if the call changes it, because only the new state is recorded. */
  readonly state?: JobState;
  readonly isRepeated: boolean;
};

/** Groups the client's calls into places, in the order of `operations`. */
export function callPlaces(calls: Calls, operations: readonly OperationToCall[]): readonly Place[] {
  const ordinals = new Map<string, number>();
  const found = new Map<string, Place>();
  for (const { sandbox, exchange } of calls) {
    const { operationId, jobId, jobState: state, format } = exchange;
    const facts = operations.find((each) => each.operationId === operationId);
    if (facts === undefined) continue;
    // Counts all create requests together, because a request doesn't name the job that it creates.
    const asked = facts.use === "createJob" ? "" : jobId;
    const subject = JSON.stringify([sandbox, operationId, asked]);
    const ordinal = (ordinals.get(subject) ?? 0) + 1;
    ordinals.set(subject, ordinal);
    const { use, errors } = facts;
    const place: Place = defined({
      ...{ operationId: facts.operationId, use, errors, isRepeated: ordinal > 1 },
      ...{ state: isWrite(use) ? undefined : state, format },
    });
    const key = placeKey(place);
    const known = found.get(key) ?? place;
    const more = fieldsIn(exchange);
    const fields = more && [...new Set([...(known.fields ?? []), ...more])].sort();
    found.set(key, { ...known, ...defined({ fields }) });
  }
  return [...found.values()].sort((a, b) => compare(a, b, operations));
}

export function placeKey({ operationId, state, format, isRepeated }: Place): string {
  return [operationId, state ?? "", format ?? "", isRepeated ? "again" : ""].join("|");
}

function compare(a: Place, b: Place, operations: readonly OperationToCall[]): number {
  const indexOf = (place: Place): number =>
    operations.findIndex(({ operationId }) => operationId === place.operationId);
  const rankOf = ({ state }: Place): number =>
    state === undefined ? -1 : JOB_STATES.indexOf(state);
  return (
    indexOf(a) - indexOf(b) ||
    Number(a.isRepeated) - Number(b.isRepeated) ||
    rankOf(a) - rankOf(b) ||
    ((a.format ?? "") < (b.format ?? "") ? -1 : 1)
  );
}

/** The fields of a successful response that is a JSON object; undefined for any other response. */
function fieldsIn({ response }: Exchange): readonly string[] | undefined {
  const { status, body } = response;
  if (!isSuccess(status) || body?.text === undefined) return undefined;
  const value = parseJson(body.text);
  if (isJsonObject(value)) return Object.keys(value);
  // The journal truncates long results, so their JSON can't be parsed.
  return value === undefined && body.isCut === true && body.text.startsWith("{") ? [] : undefined;
}
