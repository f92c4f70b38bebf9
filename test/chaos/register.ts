/** An operation of a client on a register, and its result. Times are in milliseconds, on one monotonic clock. */
export type Operation = {
  /** A write sets the register to its value unless it already has a greater one; a read returns it. */
  readonly kind: "read" | "write";
  /** A register begins with 0. */
  readonly value: number;
  readonly start: number;
  /**
   * Time when the client was told that the operation is complete; infinite if it was not. In that case, a write may take effect
   * at any time, or never.
   */
  readonly end: number;
};

/** Operations that contradict each other in any order. */
export type Contradiction = {
  readonly reason: "never written" | "stale";
  /** The register had reached `value` before this operation ended. */
  readonly told: Operation;
  /** The register had not reached it when this operation began. */
  readonly before?: Operation;
};

/**
 * The time when the register reached a value: between the latest start of an operation that implies that it had not, and the
 * earliest end of one that implies that it had.
 */
type Reached = {
  from: { readonly time: number; readonly operation?: Operation };
  until: { readonly time: number; readonly operation?: Operation };
};

/**
 * Returns why the operations can't each have happened at one instant between their start and end; empty if they can. Since
 * values only grow, it suffices that there is an instant for each value at which the register reaches it, and that these are in
 * the values' order.
 */
export function contradictionsIn(operations: readonly Operation[]): readonly Contradiction[] {
  const told = operations.filter(({ end }) => end < Number.POSITIVE_INFINITY);
  const writes = operations.filter(({ kind }) => kind === "write");
  const reads = told.filter(({ kind }) => kind === "read");
  const isRead = new Set(reads.map(({ value }) => value));
  const writtenFrom = startsByValue(writes);
  const found: Contradiction[] = [];
  for (const read of reads) {
    const from = read.value === 0 ? Number.NEGATIVE_INFINITY : writtenFrom.get(read.value);
    if (from === undefined || from > read.end) found.push({ reason: "never written", told: read });
  }
  if (found.length > 0) return found;
  const values = [...new Set(told.map(({ value }) => value))].filter((value) => value > 0);
  values.sort((a, b) => a - b);
  const reached = values.map((value): Reached => {
    const exact = writtenFrom.get(value) ?? Number.POSITIVE_INFINITY;
    const time = isRead.has(value) ? exact : earliest(writtenFrom, value);
    return { from: { time }, until: { time: Number.POSITIVE_INFINITY } };
  });
  narrow(values, reached, { told, reads });
  return reached.flatMap(({ from, until }) => {
    if (from.time <= until.time || until.operation === undefined) return [];
    return [
      { reason: "stale", told: until.operation, ...(from.operation && { before: from.operation }) },
    ];
  });
}

/** Applies what the operations imply to the instants at which the register reached each value. */
function narrow(
  values: readonly number[],
  reached: readonly Reached[],
  { told, reads }: { readonly told: readonly Operation[]; readonly reads: readonly Operation[] },
): void {
  const indexOf = new Map(values.map((value, index) => [value, index]));
  for (const operation of told) {
    const each = reached[indexOf.get(operation.value) ?? -1];
    if (each !== undefined && operation.end < each.until.time)
      each.until = { time: operation.end, operation };
  }
  for (const operation of reads) {
    // A read of 0 implies something about the first value.
    const next = reached[(indexOf.get(operation.value) ?? -1) + 1];
    if (next !== undefined && operation.start > next.from.time)
      next.from = { time: operation.start, operation };
  }
  for (const [index, each] of reached.entries()) {
    const before = reached[index - 1];
    if (before !== undefined && before.from.time > each.from.time) each.from = before.from;
  }
  for (const [index, each] of [...reached.entries()].reverse()) {
    const after = reached[index + 1];
    if (after !== undefined && after.until.time < each.until.time) each.until = after.until;
  }
}

function startsByValue(writes: readonly Operation[]): ReadonlyMap<number, number> {
  const starts = new Map<number, number>();
  for (const { value, start } of writes)
    starts.set(value, Math.min(start, starts.get(value) ?? Number.POSITIVE_INFINITY));
  return starts;
}

/** When the first write of at least a value began. */
function earliest(starts: ReadonlyMap<number, number>, atLeast: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const [value, start] of starts) if (value >= atLeast) first = Math.min(first, start);
  return first;
}
