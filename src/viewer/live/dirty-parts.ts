/** The parts of a recording that are read separately. */
export type PartName = "sandbox" | "timelines" | "exchanges" | "faults" | "report";

/** The parts that a kind of change affects. */
const AFFECTED: Readonly<Record<string, readonly PartName[]>> = {
  job: ["timelines", "sandbox"],
  exchange: ["exchanges", "report", "sandbox"],
  fault: ["faults"],
  clock: ["sandbox"],
  scenario: ["faults", "sandbox"],
  "journal-cleared": ["exchanges", "report"],
};

const ALL: readonly PartName[] = ["sandbox", "timelines", "exchanges", "faults", "report"];

/** Reading more jobs than this one by one would take longer than reading all. */
const MAX_JOBS = 20;

/** The parts of the view that a change has made stale. */
export type PartsReading = {
  readonly parts: ReadonlySet<PartName>;
  /** Only exchanges with a larger ID. */
  readonly after: number;
  /** The jobs whose timelines have changed; undefined for all. */
  readonly jobs: readonly string[] | undefined;
};

/** Collects the parts that have changed since the last reading. */
export class DirtyParts {
  readonly #parts = new Set<PartName>();
  #jobs: Set<string> | undefined = new Set();
  #firstExchange = Number.POSITIVE_INFINITY;

  /** Marks everything as stale. */
  addAll(): void {
    for (const part of ALL) this.#parts.add(part);
    this.#firstExchange = 0;
    this.#jobs = undefined;
  }

  /** Notes a change from its event. */
  add({
    kind,
    id,
    jobId,
  }: {
    readonly kind: string;
    readonly id?: number;
    readonly jobId?: string;
  }): void {
    if (jobId !== undefined) this.#jobs?.add(jobId);
    if (this.#jobs !== undefined && this.#jobs.size > MAX_JOBS) this.#jobs = undefined;
    for (const part of AFFECTED[kind] ?? []) this.#parts.add(part);
    if (kind === "journal-cleared") this.#firstExchange = 0;
    if (id !== undefined) this.#firstExchange = Math.min(this.#firstExchange, id);
  }

  /** Takes the parts to read now; the report, which is expensive to make, only if asked. */
  take(withReport: boolean): PartsReading {
    const parts = new Set([...this.#parts].filter((part) => withReport || part !== "report"));
    for (const part of parts) this.#parts.delete(part);
    const after = Math.max(0, this.#firstExchange - 1);
    if (parts.has("exchanges")) this.#firstExchange = Number.POSITIVE_INFINITY;
    const jobs = this.#jobs && [...this.#jobs];
    this.#jobs = new Set();
    return { parts, after, jobs };
  }

  /** Whether only the report is left to read. */
  get isOnlyReport(): boolean {
    return this.#parts.size === 1 && this.#parts.has("report");
  }

  /** Whether nothing is left to read. */
  get isClean(): boolean {
    return this.#parts.size === 0;
  }
}
