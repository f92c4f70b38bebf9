/**
 * A long computation in steps of at most about a millisecond. The event loop can run between steps.
 * The result doesn't depend on when the steps run.
 */
export type Stepwise<Result> = Generator<void, Result, void>;

const STEP_ITEMS = 32;

/** Runs all remaining steps synchronously, without pauses. */
export function atOnce<Result>(steps: Stepwise<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export function* forEachInSteps<Item>(
  items: Iterable<Item>,
  act: (item: Item) => void,
): Stepwise<void> {
  let done = 0;
  for (const item of items) {
    act(item);
    if (++done % STEP_ITEMS === 0) yield;
  }
}

/** Calls a function for each item, and concatenates the lists that it returns. */
export function* flatMapInSteps<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item) => readonly Result[],
): Stepwise<Result[]> {
  const results: Result[] = [];
  yield* forEachInSteps(items, (item) => {
    for (const result of make(item)) results.push(result);
  });
  return results;
}

export function mapInSteps<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item) => Result,
): Stepwise<Result[]> {
  return flatMapInSteps(items, (item) => [make(item)]);
}

/** Number of items that are sorted in one step, before they are merged. */
const SORTED_ITEMS = 1024;

/** A stable sort of the items. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Stepwise<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += SORTED_ITEMS) {
    runs.push(items.slice(start, start + SORTED_ITEMS).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeInSteps([runs[index] ?? [], runs[index + 1] ?? []], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps<Item>(
  [first, second]: readonly [readonly Item[], readonly Item[]],
  compare: (a: Item, b: Item) => number,
): Stepwise<readonly Item[]> {
  const merged: Item[] = [];
  let next = 0;
  yield* forEachInSteps(first, (item) => {
    while (next < second.length && compare(item, second[next] as Item) > 0)
      merged.push(second[next++] as Item);
    merged.push(item);
  });
  yield* forEachInSteps(second.slice(next), (item) => void merged.push(item));
  return merged;
}

/** A computation that several callers wait for. The next caller to resume runs the next step. */
export class SharedSteps<Result> {
  #steps: Stepwise<Result> | undefined;
  #result: { readonly value: Result } | undefined;

  constructor(steps: Stepwise<Result>) {
    this.#steps = steps;
  }

  get isDone(): boolean {
    return this.#result !== undefined;
  }

  *result(): Stepwise<Result> {
    while (this.#result === undefined) {
      const step = this.#steps?.next();
      if (step?.done !== true) yield;
      else {
        this.#result = { value: step.value };
        this.#steps = undefined;
      }
    }
    return this.#result.value;
  }
}
