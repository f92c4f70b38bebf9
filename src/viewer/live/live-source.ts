import { signal } from "@preact/signals";
import type { JobPreview, RecordedPreview } from "../../control/job-reports.ts";
import type { ExchangeSummary, Health, RunTrace, SandboxReport } from "../../control/reports.ts";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { Instant } from "../../core/time.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { type ClockPair, clockRate } from "../model/instants.ts";
import { NOTHING_READ, type Recording } from "../model/recording.ts";
import type { DataSource, LiveControl } from "../ui/app-state.ts";
import { get, readEvents, send } from "./control-client.ts";
import { GLIMPSE, type PartsReading, readGlimpse, readParts } from "./read-parts.ts";
import { Refresher } from "./refresher.ts";

/** Reads a running simulator's sandbox through the control API, and rereads it after changes. */
export class LiveSource implements DataSource {
  readonly recording = signal<Recording>(NOTHING_READ);
  readonly sandboxes = signal<readonly SandboxReport[]>([]);
  readonly missing = signal<string | undefined>(undefined);
  /** Why the simulator can't be read; undefined if it can. */
  readonly failure = signal<SimulatorError | undefined>(undefined);
  readonly #clock = new RunningClock();
  readonly now = this.#clock.now;
  readonly reading = this.#clock.reading;
  readonly origin = location.origin;
  version = "";
  readonly #connection = signal<"connecting" | "connected" | "lost">("connecting");
  #contactAt = 0;
  #name = "";
  #reading = new AbortController();

  readonly live: LiveControl = {
    connection: this.#connection,
    contactAt: () => this.#contactAt,
    send: (call) => send(call, this.#name),
    refreshSandboxes: () => void this.#readSandboxes().catch(() => {}),
  };

  /** Shows a sandbox, by default the busiest; resolves with its name, even if it can't be read. */
  async select(wanted: string): Promise<string> {
    this.close();
    this.#reading = new AbortController();
    try {
      const [health, sandboxes] = await Promise.all([
        get<Health>("/health"),
        this.#readSandboxes(),
      ]);
      this.version = health.version;
      const found = namedIn(sandboxes, wanted);
      this.#name = found?.name ?? wanted;
      this.failure.value = undefined;
      this.recording.value = NOTHING_READ;
      this.missing.value = found === undefined ? wanted : undefined;
      if (found !== undefined) void this.#watch(this.#name, this.#reading.signal);
    } catch (error) {
      this.failure.value = error instanceof SimulatorError ? error : undefined;
    }
    return this.#name;
  }

  close(): void {
    this.#reading.abort();
  }

  async exchange(id: number): Promise<Exchange | undefined> {
    return (await get<readonly Exchange[]>(`/journal?id=${id}`, this.#name))[0];
  }

  readExchanges(): Promise<readonly Exchange[]> {
    return get("/journal", this.#name);
  }

  async findInBodies(text: string): Promise<ReadonlySet<number>> {
    const path = `/journal/summaries?text=${encodeURIComponent(text)}`;
    const found = await get<readonly ExchangeSummary[]>(path, this.#name);
    return new Set(found.map(({ id }) => id));
  }

  async preview(jobId: string, at: Instant): Promise<RecordedPreview> {
    const path = `/jobs/${encodeURIComponent(jobId)}/preview?at=${Math.round(at)}`;
    const { responses } = await get<JobPreview>(path, this.#name);
    return { from: at, responses };
  }

  async readRun(): Promise<RecordedRun> {
    const [trace, report] = await Promise.all([
      get<RunTrace>("/trace"),
      get<Report>("/report?all=true"),
    ]);
    return { trace, report };
  }

  async #readSandboxes(): Promise<readonly SandboxReport[]> {
    this.sandboxes.value = await get<readonly SandboxReport[]>("/sandboxes");
    return this.sandboxes.value;
  }

  /** Reads events and, shortly after each one, the data that has changed. */
  async #watch(name: string, signal: AbortSignal): Promise<void> {
    const refresher = new Refresher((reading) => this.#read(name, reading, signal), signal);
    await readEvents(name, signal, {
      onEvent: ({ event, data }) => {
        if (event === "open") refresher.noteAll();
        else refresher.note(JSON.parse(data));
      },
      onContact: () => {
        this.#contactAt = Date.now();
      },
      onConnection: (isConnected) => {
        if (!isConnected) this.#clock.halt();
        else if (this.#connection.value === "lost") refresher.note({ kind: "clock" });
        this.#connection.value = isConnected ? "connected" : "lost";
      },
      onRejected: (error) => {
        this.#connection.value = "lost";
        this.#clock.halt();
        this.failure.value = error;
      },
    });
  }

  /** Shows the first jobs of a large sandbox, unless something is shown already. */
  async #showGlimpse(name: string, signal: AbortSignal): Promise<void> {
    const sandbox = this.sandboxes.value.find((each) => each.name === name);
    if (this.recording.value !== NOTHING_READ || sandbox === undefined || sandbox.jobs <= GLIMPSE)
      return;
    const glimpse = await readGlimpse(sandbox);
    if (signal.aborted) return;
    this.recording.value = glimpse;
    this.#clock.set(sandbox.now, sandbox.clock);
  }

  async #read(name: string, reading: PartsReading, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#showGlimpse(name, signal);
      const next = await readParts(name, this.recording.value, reading);
      if (signal.aborted) return true;
      this.recording.value = next;
      const { sandbox } = next;
      // Also updates the sandbox's entry in the list, so the list needs no requests of its own.
      if (reading.parts.has("sandbox"))
        this.sandboxes.value = this.sandboxes.value.map((each) =>
          each.name === name ? sandbox : each,
        );
      this.#clock.set(sandbox.now, sandbox.clock);
      // The connection may have been lost since the server responded.
      if (this.#connection.value === "lost") this.#clock.halt();
      return true;
    } catch (error) {
      // If there is no error response, the server can't be reached; a retry may succeed.
      if (!(error instanceof SimulatorError) || error.code === "SIM_UNREACHABLE") return false;
      this.failure.value = error;
      return true;
    }
  }
}

/** The sandbox with the wanted name or title; if `wanted` is empty, the busiest sandbox. */
function namedIn(sandboxes: readonly SandboxReport[], wanted: string): SandboxReport | undefined {
  if (wanted !== "")
    return (
      sandboxes.find(({ name }) => name === wanted) ??
      sandboxes.find(({ title }) => title === wanted)
    );
  const [busiest] = sandboxes.toSorted((a, b) => b.exchanges + b.jobs - (a.exchanges + a.jobs));
  if (busiest !== undefined && busiest.exchanges + busiest.jobs > 0) return busiest;
  // No sandbox has been used. A sandbox that a test created is more interesting than the default.
  return sandboxes.find(({ name }) => name !== "default") ?? busiest;
}

/** Update interval of a real clock, in milliseconds. The page shows the clock in seconds. */
const TICK_MS = 1000;

/** Update interval of a faster clock, in milliseconds. A longer one would make the clock jump. */
const FAST_TICK_MS = 250;

/** A sandbox's clock, which keeps running between two readings if the wall clock drives it. */
class RunningClock {
  readonly now = signal<Instant>(0);
  readonly reading = signal<ClockPair>({ at: 0, wallAt: 0 });
  #readAt = 0;
  #scale = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    document.addEventListener("visibilitychange", () => this.#arm());
  }

  /** Sets the clock to a reading; `mode` has the syntax of the `clock` option. */
  set(now: Instant, mode: string): void {
    this.reading.value = { at: now, wallAt: Date.now() };
    this.#readAt = performance.now();
    this.#scale = clockRate(mode);
    this.now.value = now;
    this.#arm();
  }

  /** Stops the clock until the next call to `set`, because its time is unknown until then. */
  halt(): void {
    this.#tick();
    this.#scale = 0;
    this.#arm();
  }

  /** Starts the timer, unless the clock is stopped or the page is hidden. */
  #arm(): void {
    clearInterval(this.#timer);
    if (this.#scale === 0 || document.hidden) return;
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), this.#scale > 1 ? FAST_TICK_MS : TICK_MS);
  }

  #tick(): void {
    if (this.#scale === 0) return;
    const passed = (performance.now() - this.#readAt) * this.#scale;
    this.now.value = Math.floor(this.reading.value.at + passed);
  }
}
