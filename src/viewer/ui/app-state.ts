import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { RecordedPreview } from "../../control/job-reports.ts";
import type { ExchangeSummary, RanCommand, SandboxReport } from "../../control/reports.ts";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { Instant } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import { grouped, groupedByEach } from "../../findings/grouped.ts";
import type { Report } from "../../findings/report/report-of.ts";
import type { ControlCall } from "../model/commands.ts";
import type { ClockPair } from "../model/instants.ts";
import { wordsOf } from "../model/page-words.ts";
import { type PagePlace, readPlace, type ViewName, writePlace } from "../model/place.ts";
import type { Recording } from "../model/recording.ts";
import { nextChangeFinder } from "../model/segments.ts";
import { timelineSpan } from "./timeline-span.ts";

/** The source of the views' data: a running simulator or a recording. */
export type DataSource = {
  /** `NOTHING_READ` until the first data has arrived. */
  readonly recording: ReadonlySignal<Recording>;
  readonly sandboxes: ReadonlySignal<readonly SandboxReport[]>;
  /** Name of the requested sandbox if it doesn't exist; undefined if it does. */
  readonly missing: ReadonlySignal<string | undefined>;
  /** The current instant on the sandbox's clock. */
  readonly now: ReadonlySignal<Instant>;
  /** The latest reading of a running simulator's clock; undefined for a recording. */
  readonly reading?: ReadonlySignal<ClockPair>;
  /** One exchange with headers and bodies; undefined if the journal has dropped it. */
  readonly exchange: (id: number) => Promise<Exchange | undefined>;
  /** IDs of the exchanges whose bodies contain a string, ignoring case. */
  readonly findInBodies: (text: string) => Promise<ReadonlySet<number>>;
  /**
   * The responses about a job at an instant or, in a recording, the latest recorded ones at or
   * before that instant; undefined if none were recorded.
   */
  readonly preview: (jobId: string, at: Instant) => Promise<RecordedPreview | undefined>;
  /** Reads all sandboxes, with all of the data that a trace contains. */
  readonly readRun: () => Promise<RecordedRun>;
  /** Reads the sandbox's exchanges, with headers and bodies. */
  readonly readExchanges: () => Promise<readonly Exchange[]>;
  /** The address of the service, for commands. */
  readonly origin: string;
  readonly version: string;
  /** The command that was run; undefined if it is unknown. */
  readonly run?: RanCommand | undefined;
  /** The report on all sandboxes; undefined if only one sandbox is judged. */
  readonly report?: Report;
  readonly select: (sandbox: string) => void;
  /** Undefined for a recording. */
  readonly live?: LiveControl;
};

/** Actions that only a running simulator supports. */
export type LiveControl = {
  readonly connection: ReadonlySignal<"connecting" | "connected" | "lost">;
  /** Time when the simulator last sent anything, in milliseconds since 1970. */
  readonly contactAt: () => number;
  /** Sends a request about the sandbox. Rejects with a SimulatorError. */
  readonly send: <Response>(call: ControlCall) => Promise<Response>;
  readonly refreshSandboxes: () => void;
};

export type AppState = ReturnType<typeof appState>;

export type Opening = {
  /** The view to begin with. */
  readonly first?: ViewName;
  /** Name of the trace file, if a simulator's page shows a trace instead of the simulator. */
  readonly file?: string;
  /** Shows a trace instead. Resolves with an error message, or with "" if it succeeds. */
  readonly openTrace?: (file: File) => Promise<string>;
  /** When this signal aborts, the page stops following the address. */
  readonly signal?: AbortSignal;
};

export function appState(data: DataSource, opening: Opening = {}) {
  const { first, signal: until, ...opened } = opening;
  const place = signal(readPlace(location.hash, first));
  const follow = (): void => {
    const next = readPlace(location.hash, first);
    if (next.sandbox !== place.value.sandbox) data.select(next.sandbox);
    place.value = next;
  };
  addEventListener("hashchange", follow, until && { signal: until });
  const findNext = nextChangeFinder();
  return {
    data,
    place,
    /** The instant that the user has selected, or now. */
    instant: computed(() => place.value.at ?? data.now.value),
    ...navigation(data, place),
    axis: timelineSpan(data, place),
    nextChange: computed(() => findNext(data.recording.value.timelines, data.now.value)),
    findings: computed(() => indexFindings(data.recording.value.findings)),
    /** The calls about each job, by job ID; the key "" is for calls that are not about a job. */
    callsByJob: computed(() => grouped(data.recording.value.exchanges, ({ jobId = "" }) => jobId)),
    /** The calls in the table of exchanges, while it is shown. */
    listed: signal<readonly ExchangeSummary[] | undefined>(undefined),
    words: computed(() => wordsOf(data.recording.value.access?.words)),
    /** The label of the sandbox's current instant. */
    nowText: data.live === undefined ? "end" : "now",
    /** Whether the simulator can't be reached, so that nothing can be changed. */
    isLost: computed(() => data.live?.connection.value === "lost"),
    ...opened,
  };
}

const context = createContext<AppState | undefined>(undefined);

export const AppProvider = context.Provider;

export function useApp(): AppState {
  const state = useContext(context);
  if (state === undefined) throw new Error("Expected an AppProvider around the view.");
  return state;
}

function navigation(data: DataSource, place: Signal<PagePlace>) {
  /** Goes to another place, and stores it in the address. */
  const goTo = (change: Partial<PagePlace>): void => {
    // Each view has its own filters.
    const isSame = change.view === undefined || change.view === place.value.view;
    const next = { ...place.value, ...(isSame ? {} : { filters: {} }), ...change };
    const fragment = writePlace(next);
    // A new view adds an entry to the browser's history; other changes replace the current entry.
    if (next.view === place.value.view) history.replaceState(null, "", fragment);
    else history.pushState(null, "", fragment);
    place.value = next;
  };
  const inSandbox = (sandbox: string, change: Partial<PagePlace> = {}): PagePlace => {
    const nothing = { job: "", exchange: 0, at: undefined, filters: {} };
    return { ...place.value, ...nothing, sandbox, ...change };
  };
  return {
    goTo,
    goToSandbox: (sandbox: string, change?: Partial<PagePlace>): void => {
      if (sandbox !== data.recording.value.sandbox.name) data.select(sandbox);
      goTo(inSandbox(sandbox, change));
    },
    /** The address of a place in a sandbox. */
    hrefOf: (sandbox: string, change: Partial<PagePlace>) => writePlace(inSandbox(sandbox, change)),
  };
}

/** Indexes errors and warnings by exchange and by job. */
function indexFindings(findings: readonly Finding[]) {
  const serious = findings.filter(({ severity }) => severity !== "info");
  const byExchange = groupedByEach(serious, ({ exchanges }) => exchanges);
  const byJob = grouped(serious, ({ jobId }) => jobId);
  return {
    ofExchange: (id: number): readonly Finding[] => byExchange.get(id) ?? [],
    ofJob: (jobId: string): readonly Finding[] => byJob.get(jobId) ?? [],
  };
}
