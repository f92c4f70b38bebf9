import { retryAfterMsOf } from "../../control/shared/exchanges.ts";
import { defined } from "../../core/defined.ts";
import { isTerminal, JOB_STATES, type JobState } from "../../core/job/state.ts";
import type { JsonValue } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { withoutEndSlashes } from "../../core/urls.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import { explainCall } from "../../record/call.ts";
import { stringsIn } from "../../record/content-shape.ts";
import { hasResultsIn, stateNameIn } from "../../record/job-reading.ts";
import { contentOf } from "../../record/proxy/kept-body.ts";
import { headersOf, type RawCall } from "../../record/raw-call.ts";
import { jsonOf } from "../../record/recorded-body.ts";
import type { Redactor } from "../../record/redactor.ts";
import { asObject } from "../../spec/document-place.ts";
import { bodyPathOf, type FieldsOfRequest } from "../../spec/request-map.ts";
import { parametersIn } from "../../spec/request-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { NOT_SERVED } from "../compare/published.ts";
import type { Checked } from "../compare/situations.ts";
import { createsJob, formatsOf, type Probe } from "../plan/probes.ts";
import { extraRows } from "./extra-rows.ts";
import { type SentCall, Unverifiable, whyUnverifiable } from "./unverifiable.ts";

export type Target = {
  readonly baseUrl: URL;
  readonly deploymentUrl: URL;
  readonly apiKey: string;
  readonly now: () => number;
  /** Resolves once `ms` milliseconds have passed on the target's clock. */
  readonly wait: (ms: number) => Promise<unknown>;
};

type Run = {
  readonly spec: Spec;
  readonly target: Target;
  readonly pace: { readonly pollMs: number; readonly timeoutMs: number };
  readonly redactor: Redactor;
  readonly exchanges: Checked[];
  readonly probes: readonly Probe[];
  readonly jobIds: Map<number, string>;
};

const MAX_REPEATS = 5;

/**
 * Sends requests one after the other. Resolves with the calls, without secrets. If it stops early,
 * also resolves with a sentence that says why.
 */
export async function runPlan(
  probes: readonly Probe[],
  target: Target,
  parts: Pick<Run, "spec" | "pace" | "redactor">,
): Promise<{ readonly exchanges: readonly Checked[]; readonly problem: string | undefined }> {
  const run: Run = { ...parts, target, probes, exchanges: [], jobIds: new Map() };
  try {
    await runProbes(probes, run);
    return { exchanges: parts.redactor.clean(run.exchanges), problem: undefined };
  } catch (error) {
    if (!(error instanceof Unverifiable)) throw error;
    // Nothing can be compared if no request succeeded.
    const exchanges = hasSuccess(run) ? parts.redactor.clean(run.exchanges) : [];
    return { exchanges, problem: error.message };
  }
}

async function runProbes(probes: readonly Probe[], run: Run): Promise<void> {
  for (const probe of probes) {
    if (createsJob(probe)) checkPlace(run);
    // If the service didn't create the probe's job, the probe can't be sent.
    else if (probe.job !== undefined && !run.jobIds.has(probe.job)) continue;
    if (probe.untilEnded === true) await untilEnded(probe, run);
    else await call(probe, run);
  }
  checkPlace(run);
}

function hasSuccess({ exchanges }: Run): boolean {
  return exchanges.some(({ response }) => isSuccess(response.status));
}

function checkPlace({ exchanges, target: { baseUrl } }: Run): void {
  const [first] = exchanges;
  const isServed = exchanges.some(({ response }) => !NOT_SERVED.includes(response.status));
  if (first === undefined || isServed) return;
  const { method, url, response } = first;
  throw new Unverifiable(
    `\`${baseUrl.href}\` serves none of this API's operations: every request failed, the first (\`${method} ${url}\`) with status ${response.status}. Check the path in \`--against\`.`,
  );
}

async function call(probe: Probe, run: Run): Promise<RawCall> {
  const { spec, target, pace, redactor, exchanges } = run;
  const basePath = withoutEndSlashes(target.baseUrl.pathname);
  for (let repeats = 0; ; repeats++) {
    const sent = await sendCall(outgoing(probe, run), target.now);
    const { raw } = sent;
    redactor.note(raw);
    const retryMs = retryAfterMsOf(headersOf(raw.response.headers), raw.until);
    const isBusy = raw.response.status === 429 || raw.response.status === 503;
    if (isBusy && repeats < MAX_REPEATS && (retryMs ?? 0) <= pace.timeoutMs) {
      await target.wait(retryMs ?? pace.pollMs);
      continue;
    }
    const id = exchanges.length + 1;
    const { jobId, exchange } = explainCall(raw, id, { service: { spec, basePath }, redactor });
    const isFirst = !hasSuccess(run);
    const problem = whyUnverifiable(probe, sent, target.baseUrl, isFirst);
    const create = run.probes.find((each) => createsJob(each) && each.job === probe.job);
    const extra = create && extraRows(probe, raw.response.body, create);
    // Omits a first call with a problem, because another service may have responded to it.
    if (problem === undefined || !isFirst)
      exchanges.push(defined({ ...exchange, extraRows: extra }));
    if (problem !== undefined) throw new Unverifiable(redactor.clean(problem));
    if (createsJob(probe) && isSuccess(raw.response.status)) {
      const created = jobId ?? idIn(jsonOf(raw.response.body));
      if (created !== undefined) run.jobIds.set(probe.job, created);
    }
    return raw;
  }
}

/** The only string in a create request's response: probably a job's ID in an unexpected place. */
function idIn(body: JsonValue | undefined): string | undefined {
  const texts = body === undefined ? [] : stringsIn(body);
  return texts.length === 1 ? texts[0] : undefined;
}

function outgoing(probe: Probe, { spec, target, jobIds }: Run) {
  const { operation, fields, key, job } = probe;
  const own = job === undefined || operation.use === "createJob" ? {} : { jobId: jobIds.get(job) };
  const given = { ...fields, ...own };
  const example = asObject(createsJob(probe) ? operation.example : {});
  const stated = parametersIn("header", operation.served).filter(({ example }) => example);
  const path = operation.targetOf({ modelId: spec.models[0]?.id, ...given });
  const { header, scheme } = spec.keyScheme;
  const base = operation.server === "deployment" ? target.deploymentUrl : target.baseUrl;
  const body = operation.contentTypes.includes("application/json")
    ? JSON.stringify({ ...example, ...bodyOf(operation, given) })
    : undefined;
  return {
    url: new URL(withoutEndSlashes(base.href) + path),
    method: operation.method,
    headers: {
      ...Object.fromEntries(stated.map(({ name, example }) => [String(name), String(example)])),
      accept: "*/*",
      ...(key === "own" &&
        operation.isSecured && { [header]: `${scheme} ${target.apiKey}`.trim() }),
      ...(key === "malformed" && { [header]: "malformed" }),
      ...(body !== undefined && { "content-type": "application/json" }),
      "accept-encoding": "identity",
    },
    ...(body !== undefined && { body }),
  };
}

/** The fields that belong at the top of a request's body, under their names on the wire. */
function bodyOf({ served }: Probe["operation"], fields: FieldsOfRequest): FieldsOfRequest {
  const members = Object.entries(fields).flatMap(([field, value]) => {
    const [name, ...inner] = bodyPathOf(served, field) ?? [];
    return name === undefined || inner.length > 0 || value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}

async function untilEnded(probe: Probe, run: Run): Promise<void> {
  const { spec, target, pace } = run;
  const startedAt = target.now();
  const tried = new Set<string>();
  for (;;) {
    const raw = await call(probe, run);
    const name = likelyStateIn(raw, probe, spec);
    const named = statesNamed(name, spec);
    if (named.some(isTerminal)) return;
    // A state with an unknown name may be terminal. If so, the job may have results.
    if (named.length === 0) {
      if (hasResultsIn(probe.operation, jsonOf(raw.response.body) ?? null)) return;
      if (!tried.has(name) && (await hasResults(probe, run))) return;
      tried.add(name);
    }
    if (target.now() - startedAt > pace.timeoutMs) {
      const state = name === "" ? "in a state that verify can't read" : `still \`${name}\``;
      throw new Unverifiable(
        `After ${pace.timeoutMs / 1000} s, the job \`${run.jobIds.get(probe.job ?? 0)}\` is ${state}, so the comparison is incomplete. Wait longer with \`--timeout\`, or create no jobs with \`--jobs 0\`.`,
      );
    }
    await target.wait(pace.pollMs);
  }
}

async function hasResults({ job = 0 }: Probe, run: Run): Promise<boolean> {
  const operation = run.spec.operations.find(({ use }) => use === "getResults");
  if (operation === undefined) return false;
  const [fields = {}] = formatsOf(operation);
  const { response } = await call({ operation, fields, key: "own", job }, run);
  return isSuccess(response.status);
}

/** The state's name in a response, even if it isn't where the spec says; empty if not found. */
function likelyStateIn({ response }: RawCall, { operation }: Probe, spec: Spec): string {
  const body = jsonOf(response.body);
  if (body === undefined) return "";
  const told = stateNameIn(operation, body);
  if (typeof told === "string") return told;
  return stringsIn(body).find((text) => statesNamed(text, spec).length > 0) ?? "";
}

/** The states with this name. The service may spell the name slightly differently. */
function statesNamed(name: string, spec: Spec): readonly JobState[] {
  const known = nearest(name, JOB_STATES.map(spec.wireState), 1 / 8);
  return JOB_STATES.filter((state) => spec.wireState(state) === known);
}

const TIMEOUT_MS = 60_000;

/**
 * Sends a request; resolves with the call, and with the reason if there was no response. Redirects
 * are not followed, so a key is never sent to another host.
 */
async function sendCall(call: ReturnType<typeof outgoing>, now: () => number): Promise<SentCall> {
  const { url, method, headers, body: text } = call;
  const at = now();
  const answer = await responseTo(call).catch((error: Error) => ({ failure: causeOf(error) }));
  const hasFailed = "failure" in answer;
  const raw: RawCall = {
    ...{ at, until: now(), connection: 1, method, url: `${url.pathname}${url.search}` },
    request: {
      headers: Object.entries(headers).flat(),
      body: defined({ byteLength: text?.length ?? 0, text }),
    },
    response: hasFailed ? NO_RESPONSE : answer,
    end: hasFailed ? "cut" : "finished",
  };
  return hasFailed ? { raw, failure: answer.failure } : { raw };
}

const NO_RESPONSE: RawCall["response"] = { status: 0, headers: [], body: { byteLength: 0 } };

async function responseTo(call: ReturnType<typeof outgoing>): Promise<RawCall["response"]> {
  const { url, ...request } = call;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...request, redirect: "manual", signal });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  const content = await contentOf(bytes, { "content-type": type });
  return {
    status: response.status,
    headers: [...response.headers].flat(),
    body: { byteLength: bytes.byteLength, ...content },
  };
}

/** The innermost cause of an error such as "fetch failed". */
function causeOf(error: Error): Error {
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}
