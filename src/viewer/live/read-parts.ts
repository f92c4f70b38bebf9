import type { JobTimeline } from "../../control/job-reports.ts";
import type { ExchangeSummary, FaultReport, SandboxReport } from "../../control/reports.ts";
import type { Report } from "../../findings/report/report.ts";
import type { Recording } from "../model/recording.ts";
import { send } from "./control-client.ts";
import type { DirtyParts, PartName } from "./dirty-parts.ts";

/** Reads the parts of a sandbox that have changed. */
export async function readParts(
  name: string,
  before: Recording | undefined,
  { parts, after }: ReturnType<DirtyParts["take"]>,
): Promise<Recording> {
  const get: Get = (path) => send({ method: "GET", path }, name);
  const isNeeded = (part: PartName): boolean => parts.has(part);
  const [sandbox, timelines, exchanges, faults, report] = await Promise.all([
    isNeeded("sandbox") ? get<SandboxReport>("/sandbox") : undefined,
    isNeeded("timelines") ? readTimelines(get) : undefined,
    isNeeded("exchanges") ? readSummaries(get, after) : undefined,
    isNeeded("faults") ? get<readonly FaultReport[]>("/faults") : undefined,
    isNeeded("report") ? get<Report>("/report") : undefined,
  ]);
  const known = before ?? EMPTY;
  return {
    sandbox: sandbox ?? known.sandbox,
    timelines: timelines ?? known.timelines,
    exchanges:
      exchanges === undefined ? known.exchanges : merged(known.exchanges, exchanges, after),
    faults: faults ?? known.faults,
    findings: report?.findings ?? known.findings,
    coverage: report?.coverage ?? known.coverage,
  };
}

/** Jobs that a screen can show. */
export const GLIMPSE = 100;

/** Reads the first jobs of a large sandbox, to be shown until everything has been read. */
export async function readGlimpse(sandbox: SandboxReport): Promise<Recording> {
  const path = `/timelines?limit=${GLIMPSE}`;
  const timelines = await send<readonly JobTimeline[]>({ method: "GET", path }, sandbox.name);
  return { ...EMPTY, sandbox, timelines };
}

/** Reads from the control API about the sandbox. */
type Get = <Value>(path: string) => Promise<Value>;

/** Items to read at once: parsing them takes a few milliseconds, so that the page stays responsive. */
const PAGE = 1000;

async function readTimelines(get: Get): Promise<readonly JobTimeline[]> {
  const all: JobTimeline[] = [];
  for (;;) {
    const page = await get<readonly JobTimeline[]>(`/timelines?skip=${all.length}&limit=${PAGE}`);
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
    byteLength: 0,
    openRequests: 0,
  },
  timelines: [],
  exchanges: [],
  findings: [],
  coverage: undefined,
  faults: [],
};

function merged(
  before: readonly ExchangeSummary[],
  news: readonly ExchangeSummary[],
  after: number,
): readonly ExchangeSummary[] {
  return [...before.filter(({ id }) => id <= after), ...news];
}
