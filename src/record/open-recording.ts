import { counted } from "../core/counted.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import { withoutEndSlashes } from "../core/urls.ts";
import { isDownload } from "../findings/status-reads.ts";
import { asObjects } from "../spec/document-place.ts";
import { basePathOf } from "../spec/servers.ts";
import { createSpecs } from "../spec/spec.ts";
import {
  type CalledRows,
  type ExplainedCall,
  explainCall,
  routeOf,
  type TargetService,
} from "./call.ts";
import { openProxy } from "./proxy/open-proxy.ts";
import { sentenceAbout } from "./proxy/reach-target.ts";
import { type RunNames, type RunParts, recordedRun } from "./recorded-run.ts";
import { Redactor } from "./redactor.ts";
import { recordedScenario, recordedScenarioText } from "./scenario/recorded-scenario.ts";

export type RecordingOptions = {
  /** The service's base URL. */
  readonly target: URL;
  readonly document: JsonObject;
  /** Patterns for additional secrets. */
  readonly redact: readonly RegExp[];
  readonly keepOutputs?: boolean;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly now: () => number;
};

export type RecordingNames = RunNames & { readonly parse: (text: string) => Promise<Scenario> };

export type RecordedFiles = Awaited<ReturnType<typeof filesOf>>;

/** Name of the file with the recorded rows. It is in the same folder as the scenario. */
export const ROWS_FILE = "rows.jsonl";

/** Maximum number of calls in a recording; additional calls are forwarded and counted. */
const MAX_CALLS = 20_000;

export async function openRecording(options: RecordingOptions) {
  const { target, document, redact, keepOutputs: keepsRows = false, tls, now } = options;
  const spec = createSpecs(document)({});
  const ownPath = withoutEndSlashes(target.pathname);
  const basePath = ownPath === "" ? (basePathOf(document) ?? "") : ownPath;
  const service: TargetService = { spec, basePath };
  const redactor = new Redactor(spec, redact);
  const calls: ExplainedCall[] = [];
  let numCalls = 0;
  let failure: Error | undefined;
  const proxy = await openProxy({
    ...{ origins: [new URL(target.origin), ...namedOrigins(document, target)], tls, now },
    isLive: (request) => routeOf(service, request)?.operation.use === "streamJobProgress",
    onFailure: (error) => {
      failure ??= error;
    },
    onCall: (raw) => {
      redactor.note(raw);
      if (++numCalls <= MAX_CALLS)
        calls.push(explainCall(raw, numCalls, { service, redactor, keepsRows }));
    },
  });
  return {
    /** The base URL for clients. */
    baseUrl: `${proxy.origin}${basePath}`,
    spec,
    /** Stops the proxy, and creates the contents of the files. */
    finish: async (names: RecordingNames) => {
      await proxy.close();
      const notes = [
        ...(failure === undefined ? [] : [sentenceAbout(target, failure)]),
        ...otherHosts(proxy.otherHosts()),
      ];
      const recorded = { spec, target, redactor, keepsRows, calls: inOrder(calls), notes };
      return filesOf({ ...recorded, dropped: numCalls - calls.length, now: now() }, names);
    },
  };
}

/** Renumbers calls by start time; the proxy reports them by end time. */
function inOrder(calls: readonly ExplainedCall[]): readonly ExplainedCall[] {
  const begun = calls.toSorted((a, b) => a.at - b.at || a.exchange.id - b.exchange.id);
  return begun.map((call, index) => ({ ...call, exchange: { ...call.exchange, id: index + 1 } }));
}

function otherHosts(hosts: readonly string[]): readonly string[] {
  if (hosts.length === 0) return [];
  const names = hosts.map((each) => `\`${each}\``).join(", ");
  return [`Requests to other hosts named in the service's responses were not recorded: ${names}.`];
}

/** The origins of the spec's servers, such as its deployments, except the target's origin. */
function namedOrigins(document: JsonObject, target: URL): readonly URL[] {
  const urls = asObjects(document["servers"]).map(({ url }) => String(url));
  return urls
    .filter((url) => /^https?:\/\/[^{}]+$/.test(url) && URL.canParse(url))
    .map((url) => new URL(new URL(url).origin))
    .filter(({ origin }) => origin !== target.origin);
}

type Recorded = Pick<RunParts, "spec" | "calls" | "dropped" | "now"> & {
  readonly target: URL;
  readonly redactor: Redactor;
  readonly keepsRows: boolean;
  readonly notes: readonly string[];
};

/** The contents of a recording's files, and notes for the user, without secrets. */
async function filesOf(
  { spec, target, redactor, keepsRows, calls, dropped, now, notes }: Recorded,
  { parse, ...names }: RecordingNames,
) {
  const problem = wrongTarget(calls, target);
  const recorded = recordedScenario(calls, spec, target.host);
  const clean = redactor.clean(recorded.scenario);
  const kept = keepsRows ? keptRows(calls) : { rows: [], notes: [] };
  const lines = redactor.clean(kept.rows).map((row) => `${JSON.stringify(row)}\n`);
  const rows = lines.length > 0 ? lines.join("") : undefined;
  const alone = JSON.stringify({ name: "jobs", profiles: recorded.profiles });
  const [scenario, { profiles }] = await Promise.all([
    parse(recordedScenarioText(clean)),
    parse(alone),
  ]);
  const jobs = recorded.jobs.flatMap((job, index) => {
    const profile = profiles[index]?.profile;
    return profile === undefined ? [] : [{ job, profile }];
  });
  const { faults } = recorded;
  const run = recordedRun({ ...names, spec, calls, dropped, jobs, faults, scenario, now });
  const found = [...unknownNotes(calls), ...recorded.notes, ...kept.notes];
  const isService = problem === undefined;
  return {
    ...redactor.clean(run),
    // The scenario's strings are already redacted, and redacting its YAML could make it invalid.
    /** The scenario's text; undefined if the target isn't the service that the spec describes. */
    scenario: isService ? recordedScenarioText(clean, rows && ROWS_FILE) : undefined,
    /** The contents of `ROWS_FILE`, one row per line; undefined if no rows are kept. */
    rows: isService ? rows : undefined,
    /** Sentences for the user, for example about limits of the recording. */
    notes: redactor.clean([...(isService ? [] : [problem]), ...notes, ...found]),
    /** Replaces the recording's secrets in other data, such as the command. */
    clean: <Data>(data: Data): Data => redactor.clean(data),
  };
}

function unknownNotes(calls: readonly ExplainedCall[]): readonly string[] {
  const unknown = calls.filter(({ operation }) => operation === undefined);
  const [first] = unknown;
  if (first === undefined) return [];
  const { method, url } = first.exchange;
  const example = `${method} \`${url.split("?")[0]}\``;
  const problem =
    unknown.length === 1
      ? `1 request matches no operation in the spec: ${example}. Describe it`
      : `${unknown.length} requests, such as ${example}, match no operation in the spec. Describe them`;
  return [`${problem} in an overlay (\`--overlay\`), or select another API (\`--api\`).`];
}

/** Why the target isn't the service that the spec describes; undefined if it may be. */
function wrongTarget(calls: readonly ExplainedCall[], target: URL): string | undefined {
  if (calls.length === 0) return "No request reached the proxy, so no scenario was written.";
  const answered = calls.filter(({ status }) => status !== 0);
  const [first] = answered;
  if (first === undefined) return undefined;
  const isPage = ({ exchange }: ExplainedCall): boolean =>
    (exchange.response.headers["content-type"] ?? "").startsWith("text/html");
  if (answered.every(isPage))
    return `\`${target.href}\` does not serve this API: it responded to every request with an HTML page, so no scenario was written. Check \`--target\`.`;
  const isRefused = ({ errors }: ExplainedCall): boolean =>
    errors.includes("unauthenticated") || errors.includes("forbidden");
  if (answered.every(isRefused))
    return `\`${target.href}\` refused every request with status ${first.status}: the client's API key is missing or not accepted. \`record\` sends the service the client's own key. No scenario was written.`;
  return undefined;
}

type KeptRow = { readonly input: string; readonly output: JsonValue };

/** Matches the downloaded outputs with their inputs, which are in the same order. */
function keptRows(calls: readonly ExplainedCall[]) {
  const submitted = new Map(
    calls.flatMap(({ jobId, submission, rows }) =>
      jobId !== undefined && submission !== undefined ? [[jobId, rows?.inputs] as const] : [],
    ),
  );
  const byInput = new Map<string, KeptRow>();
  let missed = 0;
  for (const { conduct, exchange, isGood, jobId, rows } of calls) {
    if (!isGood || jobId === undefined || !isDownload({ ...conduct, method: exchange.method }))
      continue;
    const inputs = submitted.get(jobId) ?? rows?.inputs;
    const found = pairsOf({ inputs, outputs: rows?.outputs });
    if (found === undefined) missed++;
    for (const row of found ?? []) if (!byInput.has(row.input)) byInput.set(row.input, row);
  }
  const note = `The rows of ${counted(missed, "download")} were not saved: \`--outputs keep\` requires JSON results of at most 1 MiB, and every input must appear as a string in the request or the results.`;
  return { rows: [...byInput.values()], notes: missed > 0 ? [note] : [] };
}

/** Pairs each output with its input; undefined unless every output has a string as its input. */
function pairsOf({ inputs, outputs }: CalledRows): readonly KeptRow[] | undefined {
  if (inputs === undefined || inputs.length !== outputs?.length) return undefined;
  const rows = outputs.flatMap((output, index): readonly KeptRow[] => {
    const input = inputs[index];
    return typeof input === "string" ? [{ input, output }] : [];
  });
  return rows.length === outputs.length ? rows : undefined;
}
