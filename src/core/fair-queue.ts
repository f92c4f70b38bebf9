/** An item that waits in a queue, and the key that it belongs to. */
type Waiting<Item> = { readonly key: string; readonly item: Item };

/**
 * Items that wait for something scarce. Keys take turns, so that one key's items don't delay another's. An urgent item comes before
 * all others.
 */
export class FairQueue<Item> {
  /** By key, the key whose turn is next first. */
  readonly #urgent = new Map<string, Item[]>();
  readonly #usual = new Map<string, Item[]>();

  /** Number of a key's items that are not urgent. */
  waitingFor(key: string): number {
    return this.#usual.get(key)?.length ?? 0;
  }

  add({ key, item }: Waiting<Item>, isUrgent: boolean): void {
    const queue = isUrgent ? this.#urgent : this.#usual;
    const items = queue.get(key);
    if (items === undefined) queue.set(key, [item]);
    else items.push(item);
  }

  /** Removes and returns all items. */
  takeAll(): readonly Item[] {
    const queues = [this.#urgent, this.#usual];
    const items = queues.flatMap((queue) => [...queue.values()].flat());
    for (const queue of queues) queue.clear();
    return items;
  }

  /** Removes and returns the next item, preferably for a key that is not busy. Undefined if none waits. */
  next(isBusy: (key: string) => boolean): Waiting<Item> | undefined {
    return (
      takeFrom(this.#urgent, (key) => !isBusy(key)) ??
      takeFrom(this.#usual, (key) => !isBusy(key)) ??
      takeFrom(this.#urgent, () => true) ??
      takeFrom(this.#usual, () => true)
    );
  }
}

function takeFrom<Item>(
  queue: Map<string, Item[]>,
  accepts: (key: string) => boolean,
): Waiting<Item> | undefined {
  for (const [key, items] of queue) {
    if (!accepts(key)) continue;
    const item = items.shift();
    // The key's next turn comes after those of all others.
    queue.delete(key);
    if (items.length > 0) queue.set(key, items);
    if (item !== undefined) return { key, item };
  }
  return undefined;
}
