import { defined } from "../../core/defined.ts";
import type { Exchange } from "../../core/exchange.ts";
import { HIDDEN } from "../../core/redact.ts";
import { flatMapInSteps, forEachInSteps, type Stepwise, sortInSteps } from "../../core/steps.ts";
import { isTestEndpoint } from "../../core/webhooks/endpoint.ts";
import type { Evidence, JobEvidence, RepeatableRequest, Reproduction } from "../evidence.ts";
import type { Finding } from "../finding.ts";
import { grouped } from "../grouped.ts";
import { clockText } from "../repeat-line.ts";

export type RequestForm = {
  /** The headers that can carry the key, with the scheme (or an empty string) before the key. */
  readonly keySchemes: readonly { readonly header: string; readonly scheme: string }[];
  readonly basePath: string;
  readonly operations: readonly {
    readonly operationId: string;
    readonly server: string;
    /** Names of the headers that the operation declares, in lowercase. */
    readonly headerNames: readonly string[];
  }[];
};

/** Maximum number of requests that a script repeats for one sandbox. */
const MAX_REQUESTS = 250;

/** Whether a script can show a finding. Scripts wait on the sandbox's clock, unlike Retry-After. */
export function isRepeatable({ id, severity }: Finding, clock: string): boolean {
  return severity !== "info" && !(id === "retry-after-ignored" && clock.endsWith("x"));
}

/**
 * Selects the exchanges up to the last one that shows a serious finding, and later ones about the
 * same jobs, so that every job is finished. If these are too many, selects only those that findings
 * list or whose jobs findings name. Returns undefined if no finding is serious.
 */
export function* reproductionOf(
  evidence: Evidence,
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
  form: RequestForm,
): Stepwise<Reproduction | undefined> {
  const named = new Set<number>();
  const jobIds = new Set<string | undefined>();
  // A finding about a webhook names a job, but no exchange.
  const told = new Set<string | undefined>();
  const urls = new Set<string>();
  let last = 0;
  const clock = clockText(evidence.clock);
  yield* forEachInSteps(findings, (finding) => {
    if (!isRepeatable(finding, clock)) return;
    const { jobId, exchanges: ids, exchangeCount, evidence: quoted } = finding;
    jobIds.add(jobId);
    if (ids.length === 0 && jobId !== undefined) told.add(jobId);
    for (const id of ids) named.add(id);
    // A finding doesn't list all of its exchanges if there are many.
    const isListed = exchangeCount <= ids.length;
    last = Math.max(last, ...(isListed ? ids : [Number.POSITIVE_INFINITY]));
    if (!isListed) for (const { url } of quoted) urls.add(url);
  });
  yield* forEachInSteps(told.size === 0 ? [] : exchanges, ({ id, jobId }) => {
    // The first exchange is enough, because later exchanges about its job are repeated, too.
    if (told.delete(jobId)) last = Math.max(last, id);
  });
  const sent = yield* sentUpTo(last, exchanges);
  if (sent.length === 0) return undefined;
  const ifNeeded = (each: Exchange): readonly Exchange[] =>
    named.has(each.id) || urls.has(each.url) || (each.jobId !== undefined && jobIds.has(each.jobId))
      ? [each]
      : [];
  const needed = sent.length <= MAX_REQUESTS ? sent : yield* flatMapInSteps(sent, ifNeeded);
  const { sandbox, scenario, seed, start, now } = evidence;
  const { kind, scenarioText, isChanged, options } = start;
  return defined({
    ...{ sandbox, kind, scenario, scenarioText, isChanged, seed, clock, options },
    requests: handledInOrder(needed.slice(0, MAX_REQUESTS), evidence.jobs).map((exchange) =>
      requestOf(exchange, kind, form),
    ),
    ...{ until: now, webhooks: webhooksOf(evidence) },
  });
}

/** The webhook endpoints that the test added. The scenario or a request creates all others. */
function webhooksOf({ deliveries = [] }: Evidence): Reproduction["webhooks"] {
  const attempts = deliveries.flat().filter(({ endpointId }) => isTestEndpoint(endpointId));
  if (attempts.length === 0) return undefined;
  const byEndpoint = grouped(attempts, ({ endpointId }) => endpointId);
  return [...byEndpoint.values()].map((own) => {
    const { url } = own.at(-1) ?? own[0];
    return { url, events: [...new Set(own.map(({ event }) => event))] };
  });
}

/** Delays a job's first request until the job was created: its body may have arrived slowly. */
function handledInOrder(
  exchanges: readonly Exchange[],
  jobs: readonly JobEvidence[],
): readonly Exchange[] {
  const named = new Set(exchanges.map(({ jobId }) => jobId));
  const begun = new Map(
    jobs
      .filter(({ jobId }) => named.has(jobId))
      .map(({ jobId, history }) => [jobId, history.timeline.plan.createdAt]),
  );
  let latest = Number.NEGATIVE_INFINITY;
  return exchanges.map((exchange) => {
    const { jobId = "", at } = exchange;
    latest = Math.max(latest, at, begun.get(jobId) ?? at);
    begun.delete(jobId);
    return latest === at ? exchange : { ...exchange, at: latest };
  });
}

/** The exchanges up to a given one, and later exchanges about the same jobs, in order. */
function* sentUpTo(last: number, exchanges: readonly Exchange[]): Stepwise<readonly Exchange[]> {
  const begun = new Set<string | undefined>();
  yield* forEachInSteps(exchanges, ({ id, jobId }) => {
    if (id <= last && jobId !== undefined) begun.add(jobId);
  });
  const sent = yield* flatMapInSteps(exchanges, (each) =>
    each.id <= last || begun.has(each.jobId) ? [each] : [],
  );
  return yield* sortInSteps(sent, (a, b) => a.id - b.id);
}

/** The header with the key. A variable replaces an accepted key, which the journal hides. */
function keyOf(
  headers: Readonly<Record<string, string>>,
  kind: Reproduction["kind"],
  { keySchemes }: RequestForm,
): RepeatableRequest["key"] {
  const found = keySchemes.find(({ header }) => header in headers);
  if (found === undefined) return undefined;
  const recorded = headers[found.header] ?? "";
  const prefix = found.scheme === "" ? "" : `${found.scheme} `;
  const isAccepted = kind !== "keyless" && recorded.startsWith(prefix + HIDDEN);
  return [found.header, isAccepted ? `${prefix}$BATCH_SIM_API_KEY` : recorded];
}

function requestOf(
  exchange: Exchange,
  kind: Reproduction["kind"],
  form: RequestForm,
): RepeatableRequest {
  const { id, at, method, url, operationId, request } = exchange;
  const { basePath, operations } = form;
  const operation = operations.find((each) => each.operationId === operationId);
  const isBelow = url.startsWith(`${basePath}/`);
  const isAtBase = isBelow && (basePath !== "" || operation?.server !== "deployment");
  const key = keyOf(request.headers, kind, form);
  const { "content-type": contentType, ...sent } = request.headers;
  const { text, isCut = false, byteLength = 0 } = request.body ?? {};
  const headers = (operation?.headerNames ?? []).flatMap((name) =>
    name === key?.[0] || sent[name] === undefined ? [] : [[name, sent[name]] as const],
  );
  return defined({
    ...{ exchange: id, at, method, server: isAtBase ? "base" : "deployment" },
    path: isAtBase ? url.slice(basePath.length) : url,
    ...{ key, contentType },
    headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
    body: text,
    isCut: isCut || (text === undefined && byteLength > 0),
  });
}
