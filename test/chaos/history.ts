import { type Contradiction, contradictionsIn, type Operation } from "./register.ts";

/** No client was told the outcome of an operation: its connection broke, it took too long, or the store was not available. */
export class Untold extends Error {}

/** Everything that clients did and were told, by register. */
export class History {
  readonly #operations = new Map<string, Operation[]>();
  /** Times when clients were told something, in order. */
  readonly #toldAt: number[] = [];
  #numWritten = 0;
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  /** Number of operations with unknown outcomes, by kind. */
  readonly untold = { read: 0, write: 0 };

  /** Performs a write of a value, and notes it. Rejects with `Untold` if its outcome is open. */
  async write<Told>(register: string, value: number, act: () => Promise<Told>): Promise<Told> {
    const start = performance.now();
    const operations = this.#of(register);
    try {
      const told = await act();
      operations.push({ kind: "write", value, start, end: this.#noteTold() });
      this.#noteWritten();
      return told;
    } catch (error) {
      operations.push({ kind: "write", value, start, end: Number.POSITIVE_INFINITY });
      this.untold.write++;
      throw error;
    }
  }

  /** Writes to a register whose name is in the response: if its creation has no known outcome, no client knows its name. */
  async create(act: () => Promise<string>): Promise<string> {
    const start = performance.now();
    const register = await this.#counted("write", act);
    this.#of(register).push({ kind: "write", value: 1, start, end: this.#noteTold() });
    this.#noteWritten();
    return register;
  }

  /** Resolves when clients have been told the outcomes of this many more writes. */
  written(more: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ count: this.#numWritten + more, resolve });
    });
  }

  #noteWritten(): void {
    this.#numWritten++;
    const over = this.#waiting.filter(({ count }) => count <= this.#numWritten);
    this.#waiting = this.#waiting.filter((each) => !over.includes(each));
    for (const { resolve } of over) resolve();
  }

  /** Reads registers at one instant; `act` returns their values. Rejects with `Untold` if it gets none. */
  async read(
    act: () => Promise<Iterable<readonly [register: string, value: number]>>,
  ): Promise<void> {
    const start = performance.now();
    const values = await this.#counted("read", act);
    const end = this.#noteTold();
    for (const [register, value] of values)
      this.#of(register).push({ kind: "read", value, start, end });
  }

  /** Notes that time itself may have set a register to the values that were read. */
  noteTime(register: string): void {
    const operations = this.#of(register);
    for (const value of new Set(operations.map((each) => each.value)))
      operations.push({ kind: "write", value, start: 0, end: Number.POSITIVE_INFINITY });
  }

  /** The first contradictions in each register, as text. */
  contradictions(): readonly string[] {
    return [...this.#operations].flatMap(([register, operations]) =>
      contradictionsIn(operations)
        .slice(0, 3)
        .map((each) => `${register}: ${textOf(each)}`),
    );
  }

  /** Number of registers, and of operations with known outcomes. */
  get size(): { readonly registers: number; readonly told: number } {
    return { registers: this.#operations.size, told: this.#toldAt.length };
  }

  /** The longest time within an interval in which no client was told anything. */
  longestSilenceMs(from: number, until: number): number {
    const within = this.#toldAt.filter((at) => at > from && at < until);
    const marks = [from, ...within, until];
    return marks.reduce(
      (longest, at, index) => Math.max(longest, at - (marks[index - 1] ?? at)),
      0,
    );
  }

  async #counted<Told>(kind: "read" | "write", act: () => Promise<Told>): Promise<Told> {
    try {
      return await act();
    } catch (error) {
      this.untold[kind]++;
      throw error;
    }
  }

  #noteTold(): number {
    const now = performance.now();
    this.#toldAt.push(now);
    return now;
  }

  #of(register: string): Operation[] {
    const known = this.#operations.get(register);
    if (known !== undefined) return known;
    const operations: Operation[] = [];
    this.#operations.set(register, operations);
    return operations;
  }
}

function textOf({ reason, told, before }: Contradiction): string {
  const what = ({ kind, value, start, end }: Operation): string =>
    `${kind} of ${value} from ${Math.round(start)} to ${Math.round(end)} ms`;
  if (reason === "never written") return `${what(told)}, which nobody had written`;
  return `after the ${what(told)}, a lower value was told${before === undefined ? "" : ` by the ${what(before)}`}`;
}
