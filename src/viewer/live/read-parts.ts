import type { JobTimeline } from "../../control/job-reports.ts";
import type {
  DeliveryReport,
  ExchangeSummary,
  FaultReport,
  SandboxAccess,
  SandboxReport,
} from "../../control/reports.ts";
import type { Report } from "../../findings/report/report-of.ts";
import type { Recording } from "../model/recording.ts";
import { send } from "./control-client.ts";
import type { PartName, PartsReading } from "./refresher.ts";

/** Reads the parts of a sandbox that have changed. */
export async function readParts(
  name: string,
  before: Recording | undefined,
  { parts, after, jobs }: PartsReading,
): Promise<Recording> {
  const known = before ?? EMPTY;
  const get: Get = (path) => send({ method: "GET", path }, name);
  const isNeeded = (part: PartName): boolean => parts.has(part);
  const [sandbox, timelines, exchanges, faults, deliveries, access, report] = await Promise.all([
    isNeeded("sandbox") ? get<SandboxReport>("/sandbox") : undefined,
    isNeeded("timelines") ? readChanged(get, known.timelines, jobs) : undefined,
    isNeeded("exchanges") ? readSummaries(get, after) : undefined,
    isNeeded("faults") ? get<readonly FaultReport[]>("/faults") : undefined,
    isNeeded("deliveries") ? get<readonly DeliveryReport[]>("/deliveries") : undefined,
    isNeeded("access") ? get<SandboxAccess>("/sandbox/access") : undefined,
    isNeeded("report") ? get<Report>("/report") : undefined,
  ]);
  return {
    sandbox: sandbox ?? known.sandbox,
    timelines: timelines ?? known.timelines,
    exchanges:
      exchanges === undefined ? known.exchanges : merged(known.exchanges, exchanges, after),
    faults: faults ?? known.faults,
    deliveries: deliveries ?? known.deliveries,
    access: access ?? known.access,
    findings: report?.findings ?? known.findings,
    coverage: report?.coverage ?? known.coverage,
  };
}

/** Jobs that a screen can show. */
export const GLIMPSE = 100;

/** Reads the first jobs of a large sandbox, to be shown until everything has been read. */
export async function readGlimpse(sandbox: SandboxReport): Promise<Recording> {
  const get: Get = (path) => send({ method: "GET", path }, sandbox.name);
  const [timelines, access] = await Promise.all([
    get<readonly JobTimeline[]>(`/timelines?limit=${GLIMPSE}`),
    get<SandboxAccess>("/sandbox/access"),
  ]);
  return { ...EMPTY, sandbox, timelines, access };
}

/** Reads from the control API about the sandbox. */
type Get = <Value>(path: string) => Promise<Value>;

/**
 * Items to read at once: parsing them takes a few milliseconds, so that the page stays responsive.
 */
const PAGE = 1000;

/**
 * Reads the timelines that have changed, and leaves the others as they are. With limited slots, a
 * change may alter all of them.
 */
async function readChanged(
  get: Get,
  before: readonly JobTimeline[],
  jobs: readonly string[] | undefined,
): Promise<readonly JobTimeline[]> {
  if (jobs === undefined) return readTimelines(get, "");
  const changed = new Map<string, JobTimeline>();
  for (const jobId of jobs) {
    const read = await readTimelines(get, `&affectedBy=${encodeURIComponent(jobId)}`);
    if (read.length > 1) return read;
    for (const timeline of read) changed.set(timeline.jobId, timeline);
  }
  const kept = before.map((timeline) => {
    const next = changed.get(timeline.jobId) ?? timeline;
    changed.delete(timeline.jobId);
    return next;
  });
  return [...kept, ...changed.values()];
}

async function readTimelines(get: Get, query: string): Promise<readonly JobTimeline[]> {
  const all: JobTimeline[] = [];
  for (;;) {
    const path = `/timelines?skip=${all.length}&limit=${PAGE}${query}`;
    const page = await get<readonly JobTimeline[]>(path);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

async function readSummaries(get: Get, after: number): Promise<readonly ExchangeSummary[]> {
  const all: ExchangeSummary[] = [];
  for (let last = after; ; last = all.at(-1)?.id ?? after) {
    const path = `/journal/summaries?after=${last}&limit=${PAGE}`;
    const page = await get<readonly ExchangeSummary[]>(path);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

const EMPTY: Recording = {
  sandbox: {
    name: "",
    scenario: "",
    seed: 0,
    clock: "",
    now: 0,
    jobs: 0,
    exchanges: 0,
    droppedExchanges: 0,
    byteLength: 0,
    openRequests: 0,
  },
  timelines: [],
  exchanges: [],
  findings: [],
  coverage: undefined,
  faults: [],
  deliveries: [],
  access: undefined,
};

function merged(
  before: readonly ExchangeSummary[],
  news: readonly ExchangeSummary[],
  after: number,
): readonly ExchangeSummary[] {
  return [...before.filter(({ id }) => id <= after), ...news];
}
