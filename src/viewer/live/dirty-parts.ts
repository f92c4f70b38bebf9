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

/** What has changed since the last reading. */
export class DirtyParts {
  readonly #parts = new Set<PartName>();
  #firstExchange = Number.POSITIVE_INFINITY;

  /** Everything must be read again. */
  addAll(): void {
    for (const part of ALL) this.#parts.add(part);
    this.#firstExchange = 0;
  }

  /** Notes a change, as its event has it. */
  add({ kind, id }: { readonly kind: string; readonly id?: number }): void {
    for (const part of AFFECTED[kind] ?? []) this.#parts.add(part);
    if (kind === "journal-cleared") this.#firstExchange = 0;
    if (id !== undefined) this.#firstExchange = Math.min(this.#firstExchange, id);
  }

  /** Takes the parts to read now; the report, which is expensive to make, only if asked. */
  take(withReport: boolean): { readonly parts: ReadonlySet<PartName>; readonly after: number } {
    const parts = new Set([...this.#parts].filter((part) => withReport || part !== "report"));
    for (const part of parts) this.#parts.delete(part);
    const after = Math.max(0, this.#firstExchange - 1);
    if (parts.has("exchanges")) this.#firstExchange = Number.POSITIVE_INFINITY;
    return { parts, after };
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
