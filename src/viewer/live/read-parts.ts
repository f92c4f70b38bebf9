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
  const get = <Value>(path: string): Promise<Value> => send<Value>({ method: "GET", path }, name);
  const isNeeded = (part: PartName): boolean => before === undefined || parts.has(part);
  const [sandbox, timelines, exchanges, faults, report] = await Promise.all([
    isNeeded("sandbox") ? get<SandboxReport>("/sandbox") : undefined,
    isNeeded("timelines") ? get<readonly JobTimeline[]>("/timelines") : undefined,
    isNeeded("exchanges")
      ? get<readonly ExchangeSummary[]>(`/journal/summaries?after=${after}`)
      : undefined,
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

/** Exchanges are listed in the order in which they ended, and shown in the order in which they began. */
function merged(
  before: readonly ExchangeSummary[],
  news: readonly ExchangeSummary[],
  after: number,
): readonly ExchangeSummary[] {
  const kept = before.filter(({ id }) => id <= after);
  return [...kept, ...news.toSorted((a, b) => a.id - b.id)];
}
