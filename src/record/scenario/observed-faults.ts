import { type JsonObject, parseJson } from "../../core/json.ts";
import type { ExplainedCall } from "../call.ts";

/** A fault that a client encountered, in the scenario's syntax. */
export type ObservedFault = {
  readonly name: string;
  readonly kind: "status" | "reset" | "rateLimit";
  readonly rule: JsonObject;
  readonly exchanges: readonly number[];
};

/** Maximum number of faults in a scenario; additional faults are only counted. */
const MAX_FAULTS = 50;
/** Maximum length, in characters, of a response body that a fault repeats. */
const MAX_BODY = 2048;
/** Errors about the service's state, not about the request. */
const TEMPORARY: readonly string[] = ["rate-limited", "overloaded"];
const REFUSALS: readonly string[] = ["unauthenticated", "forbidden"];

export function observedFaults(calls: readonly ExplainedCall[]) {
  const isKeyGood = calls.some(({ operation, isGood }) => operation?.isSecured && isGood);
  const created = calls.filter(({ submission, isGood }) => submission !== undefined && isGood);
  const known = new Set(created.map(({ jobId }) => jobId));
  const limit = statedLimit(calls);
  const counts = new Map<string, number>();
  const faults: ObservedFault[] = limit === undefined ? [] : [limit];
  for (const call of calls) {
    const { operation, submission, jobId = "" } = call;
    if (operation === undefined) continue;
    const key = `${operation.operationId} ${submission === undefined ? jobId : ""}`;
    const ordinal = (counts.get(key) ?? 0) + 1;
    counts.set(key, ordinal);
    if (limit?.exchanges.includes(call.exchange.id)) continue;
    if (isFault(call, isKeyGood, known)) faults.push(faultOf(call, operation.operationId, ordinal));
  }
  return { faults: faults.slice(0, MAX_FAULTS), more: Math.max(0, faults.length - MAX_FAULTS) };
}

/** Whether a call's outcome differs from the service's normal response to the request. */
function isFault(
  { status, isGood, end, errors, jobId }: ExplainedCall,
  isKeyGood: boolean,
  known: ReadonlySet<string | undefined>,
): boolean {
  if (end === "aborted") return false;
  if (end === "cut" || status >= 500) return true;
  if (isGood || Math.floor(status / 100) === 3) return false;
  if (errors.length === 0 || errors.some((code) => TEMPORARY.includes(code))) return true;
  if (errors.some((code) => REFUSALS.includes(code))) return isKeyGood;
  return errors.some((code) => code.startsWith("unknown-job")) && known.has(jobId ?? "");
}

function faultOf(call: ExplainedCall, on: string, ordinal: number): ObservedFault {
  const { status, end, exchange } = call;
  const { id, response } = exchange;
  const { byteLength = 0, text } = response.body ?? {};
  const common = { on, when: { call: ordinal }, times: 1 };
  if (end === "cut") {
    const reset =
      status === 0
        ? "beforeHeaders"
        : byteLength === 0
          ? "afterHeaders"
          : { afterBytes: byteLength };
    const name = `${on}-reset-${id}`;
    return { name, kind: "reset", rule: { name, ...common, reset }, exchanges: [id] };
  }
  const name = `${on}-${status}-${id}`;
  const body = text === undefined || text.length > MAX_BODY ? undefined : (parseJson(text) ?? text);
  const repeated = typeof body === "string" ? ["retry-after", "content-type"] : ["retry-after"];
  const headers = Object.fromEntries(
    Object.entries(response.headers).filter(([header]) => repeated.includes(header)),
  );
  const rule = {
    ...{ name, ...common, status },
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  };
  return { name, kind: "status", rule, exchanges: [id] };
}

const POLICY = /(?:^|[\s,;])(?:q=)?(\d+)\s*;\s*w=(\d+)/;

/** The rate limit that responses state in `RateLimit-Policy` or `RateLimit-Limit`, if any. */
function statedLimit(calls: readonly ExplainedCall[]): ObservedFault | undefined {
  const stated = calls.flatMap(({ exchange: { response } }) => {
    const { "ratelimit-policy": policy, "ratelimit-limit": limit = "" } = response.headers;
    return POLICY.exec(policy ?? limit) ?? [];
  });
  const [, requests, seconds] = stated;
  if (requests === undefined || Number(requests) === 0 || Number(seconds) === 0) return undefined;
  const refused = calls.filter(({ errors }) => errors.includes("rate-limited"));
  const rateLimit = { requests: Number(requests), per: `${seconds}s` };
  const name = "rate-limit";
  const exchanges = refused.map(({ exchange }) => exchange.id);
  return { name, kind: "rateLimit", rule: { name, on: "*", rateLimit }, exchanges };
}
