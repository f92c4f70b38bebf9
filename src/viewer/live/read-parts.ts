import type { JobTimeline } from "../../control/job-reports.ts";
import type { ExchangeSummary, SandboxAccess, SandboxReport } from "../../control/reports.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { NOTHING_READ, type Recording } from "../model/recording.ts";
import { get } from "./control-client.ts";

/** A request to read the parts of the view that a change has made stale. */
export type PartsReading = {
  readonly parts: ReadonlySet<PartName>;
  /** Only exchanges with a higher ID are read. */
  readonly after: number;
  /** IDs of the jobs whose timelines have changed; undefined if all may have changed. */
  readonly jobs: readonly string[] | undefined;
};

type PartReader<Part> = (name: string, known: Recording, reading: PartsReading) => Promise<Part>;

export const readParts: PartReader<Recording> = async (name, known, reading) => {
  const changes = [...reading.parts].map((part) => READERS[part](name, known, reading));
  return Object.assign({}, known, ...(await Promise.all(changes)));
};

const READERS = {
  sandbox: async (name) => ({ sandbox: await get("/sandbox", name) }),
  timelines: async (name, { timelines }, { jobs }) => ({
    timelines: await readChanged(name, timelines, jobs),
  }),
  exchanges: async (name, { exchanges }, { after }) => {
    const kept = exchanges.filter(({ id }) => id <= after);
    const pathAfter = (known: readonly ExchangeSummary[]): string =>
      `/journal/summaries?after=${known.at(-1)?.id ?? after}`;
    return { exchanges: [...kept, ...(await readPages(name, pathAfter))] };
  },
  faults: async (name) => ({ faults: await get("/faults", name) }),
  deliveries: async (name) => ({ deliveries: await get("/deliveries", name) }),
  access: async (name) => ({ access: await get("/sandbox/access", name) }),
  report: async (name) => {
    const { findings, coverage } = await get<Report>("/report", name);
    return { findings, coverage };
  },
} satisfies Readonly<Record<string, PartReader<Partial<Recording>>>>;

/** The parts of a recording that are read separately. */
export type PartName = keyof typeof READERS;

export const PARTS = Object.keys(READERS) as readonly PartName[];

/** Number of jobs that a screen can show. */
export const GLIMPSE = 100;

/** Reads the first jobs of a large sandbox, to show until everything has been read. */
export async function readGlimpse(sandbox: SandboxReport): Promise<Recording> {
  const [timelines, access] = await Promise.all([
    get<readonly JobTimeline[]>(`/timelines?limit=${GLIMPSE}`, sandbox.name),
    get<SandboxAccess>("/sandbox/access", sandbox.name),
  ]);
  return { ...NOTHING_READ, sandbox, timelines, access };
}

/** Maximum number of items per request: few enough that parsing them doesn't block the page. */
const PAGE = 1000;

/**
 * Reads the timelines that have changed, and keeps the others. If job slots are limited, a change
 * to one job may affect all timelines.
 */
async function readChanged(
  name: string,
  before: readonly JobTimeline[],
  jobs: readonly string[] | undefined,
): Promise<readonly JobTimeline[]> {
  if (jobs === undefined) return readTimelines(name, "");
  const changed = new Map<string, JobTimeline>();
  for (const jobId of jobs) {
    const read = await readTimelines(name, `&affectedBy=${encodeURIComponent(jobId)}`);
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

function readTimelines(name: string, query: string): Promise<readonly JobTimeline[]> {
  return readPages(name, (known) => `/timelines?skip=${known.length}${query}`);
}

/** Reads items page by page; `pathAfter` returns the path of the items after the known ones. */
async function readPages<Item>(
  name: string,
  pathAfter: (known: readonly Item[]) => string,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (;;) {
    const page = await get<readonly Item[]>(`${pathAfter(all)}&limit=${PAGE}`, name);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
