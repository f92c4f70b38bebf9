import type { ContractFacts } from "../../core/contract-facts.ts";
import type { ApiErrorCode, Problem } from "../../core/errors.ts";
import type { Trace } from "../../core/trace.ts";
import type { CaseFile } from "../case-file.ts";
import { type Observation, type Observed, observedIn } from "../finding.ts";
import type { FindingId } from "../finding-id.ts";
import { addTo } from "../grouped.ts";
import { asksForResults, isJobHidden } from "../status-reads.ts";

export const FINDINGS_BY_CODE: Readonly<Partial<Record<ApiErrorCode, FindingId>>> = {
  unauthenticated: "key-malformed",
  forbidden: "key-unknown",
  "wrong-address": "wrong-address",
  "unknown-operation": "unknown-operation",
  "method-not-allowed": "unknown-operation",
  "unknown-job": "unknown-job",
  "unknown-job-on-cancel": "unknown-job",
  "unknown-dataset": "unknown-dataset",
  "unknown-model": "unknown-model",
  "bad-url-input": "unusable-inputs",
  "row-too-long": "unusable-inputs",
  "unknown-file": "unknown-file",
  "unusable-file": "unknown-file",
};

export function* judgeContract({ evidence }: CaseFile): Observed {
  const { traces, contract } = evidence;
  const questions = new Map(contract.assumptions.map((entry) => [entry.id, entry]));
  const own = new Set(contract.operations.flatMap((each) => (each.isOwn ? each.operationId : [])));
  /** Paths of deleted files, and IDs of deleted jobs and of those that test events name. */
  const gone = new Set<string>();
  const relied = new Map<string, [Trace, ...Trace[]]>();
  yield* observedIn(traces, (trace) => {
    const { use, url, error, operationId = "", assumptions = [] } = trace;
    for (const assumption of assumptions) addTo(relied, assumption, trace);
    const found = isAboutGone(gone, trace) ? [] : breaches(trace, contract);
    if (use === "deleteFile" && error === undefined) gone.add(pathOf(url));
    if (use === "testWebhook" || (use === "deleteJob" && error === undefined))
      gone.add(trace.jobId ?? "");
    // Sending the key to the simulator's own pages is fine: it may select the sandbox.
    return [...found, ...excess(trace), ...(own.has(operationId) ? [] : leakedKey(trace))];
  });
  yield* observedIn(relied, ([id, exchanges]): Observation[] => {
    const entry = questions.get(id);
    if (entry === undefined) return [];
    const { question, value, section, others } = entry;
    const sentence = `The client relied on the assumption \`${id}\`: ${question} In this run, the value is ${JSON.stringify(value)}.`;
    const seen = { sentence, exchanges, subject: id, section, assumption: id };
    const cure = assumptionCure(id, others);
    const found: Observation = { id: "assumption-relied-on", ...seen, cure };
    if (!entry.isDeviation) return [found];
    const deviation = `The assumption \`${id}\` is ${JSON.stringify(value)}, which contradicts the interface document, part ${section}.`;
    return [found, { id: "deviation-in-effect", ...seen, sentence: deviation }];
  });
}

function breaches(trace: Trace, contract: ContractFacts): Observation[] {
  const { error, problems, method, url, jobId } = trace;
  if (error === undefined || isJobHidden(trace)) return [];
  const found = { exchanges: [trace], jobId };
  const request = `${method} ${pathOf(url)}`;
  if (error.code === "invalid-request") {
    return problems.map((problem) => ({
      id: "invalid-request",
      sentence: `${request}, ${placeOf(problem)}: ${problem.message}`,
      exchanges: [trace],
      subject: `${trace.operationId} ${problem.path} ${problem.message.replace(VALUES, "")}`,
      section: sectionOf(trace),
      ...assumedRequirement(trace, problem, contract),
    }));
  }
  const unnamed = unnamedFile(trace, contract);
  if (unnamed !== undefined) {
    const sentence = `${request} did not name a file: the file ID was ${unnamed}.`;
    return [{ id: "unknown-file", ...found, sentence, subject: unnamed, cure: UNNAMED_FILE_CURE }];
  }
  const kind = FINDINGS_BY_CODE[error.code];
  if (kind === undefined) return [];
  const cure = kind === "key-malformed" ? { cure: `Send the header \`${contract.keyForm}\`.` } : {};
  const sentence = `${request}: ${error.message}`;
  return [{ id: kind, ...found, ...cure, sentence, subject: error.message }];
}

/** Whether an error is due to a deletion, which a client may check or repeat, or to a test. */
function isAboutGone(gone: ReadonlySet<string>, { error, use = "", url, jobId = "" }: Trace) {
  if (!/^(get|delete)(File|Job)$|^getJobStatus$/.test(use)) return false;
  if (error?.code === "unknown-job") return gone.has(jobId);
  return error?.code === "unknown-file" && gone.has(pathOf(url));
}

/** The values in a problem's message, which differ when a client repeats the same mistake. */
const VALUES = /, got .*|`[^`]*`|\d+/gs;

const UNNAMED_FILE_CURE =
  "If a job has not written a file, the job's ID for that file is null or an empty string. Check the ID before you request the file.";

const NOTHING: readonly string[] = ["null", "None", "undefined", "nil"];

/** The word that a path has instead of a file ID, such as `null`; `empty` if the ID is missing. */
function unnamedFile({ method, url, error }: Trace, contract: ContractFacts): string | undefined {
  if (error?.code !== "unknown-file" && error?.code !== "unknown-operation") return undefined;
  const path = pathOf(url);
  const reads = contract.operations.filter(
    (each) => each.method === method && FILE_READS.includes(each.use),
  );
  return ["", ...NOTHING]
    .filter((id) => reads.some((each) => path.endsWith(each.path.replace(/\{[^{}]*\}/, id))))
    .map((id) => (id === "" ? "empty" : `\`${id}\``))[0];
}

const FILE_READS: readonly string[] = ["getFile", "getFileContent"];

/** Lowers the severity if the interface document doesn't state the broken requirement. */
function assumedRequirement(
  { operationId }: Trace,
  { path, assumption: own }: Problem,
  { operations }: ContractFacts,
): Partial<Observation> {
  const operation = operations.find((each) => each.operationId === operationId);
  const declared = operation?.parameters.find(({ place, hasFields, assumption }) => {
    const isCovered = hasFields ? path.startsWith(`${place}/`) : path === place;
    return assumption !== undefined && isCovered;
  })?.assumption;
  const assumed = own ?? declared ?? operation?.assumptions[0];
  if (assumed === undefined) return {};
  const cure = `The interface document doesn't state this requirement; batch-sim assumes it (\`${assumed}\`). Ask the service's owner whether it applies. If it doesn't, describe the difference in an OpenAPI overlay.`;
  return { severity: "warning", assumption: assumed, cure };
}

/** The part of the interface document that describes the request's operation. */
function sectionOf(trace: Trace): string {
  const { use } = trace;
  if (use === "createJob") return "4.1";
  if (asksForResults(trace)) return "4.2";
  return use === "cancelJob" ? "4.3" : "4.4";
}

function placeOf({ path }: Problem): string {
  if (path === "") return "the body";
  return path.startsWith("/") ? `\`${path}\` in the body` : `\`${path}\``;
}

function excess(trace: Trace): Observation[] {
  const { undocumented = [], operationId, method, url } = trace;
  return undocumented.map((place) => ({
    id: "undocumented-field",
    sentence: `${method} ${pathOf(url)} contained \`${place}\`, which is not in the interface document.`,
    exchanges: [trace],
    subject: `${operationId} ${place}`,
  }));
}

function leakedKey(trace: Trace): Observation[] {
  const { hasNeedlessKey, method, url, jobId } = trace;
  if (hasNeedlessKey !== true) return [];
  const sentence = `The client sent its API key with ${method} ${pathOf(url)}, which doesn't need it.`;
  return [{ id: "key-leaked", sentence, exchanges: [trace], jobId }];
}

function assumptionCure(id: string, others: readonly unknown[]): string {
  if (others.length === 0)
    return "Ask the service's owner whether the service follows this assumption. If it doesn't, describe the difference in an OpenAPI overlay, and test with that overlay.";
  const values = others.map((other) => JSON.stringify(other)).join(" or ");
  return `Also run the tests with \`assumptions: { ${id}: … }\` set to ${values}. A client that doesn't depend on the value passes.`;
}

function pathOf(url: string): string {
  return url.split("?")[0] ?? url;
}
