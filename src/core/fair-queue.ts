type Waiting<Item, Key> = { readonly key: Key; readonly item: Item };

/**
 * Items that are waiting for a limited resource. Keys without items in progress come before other
 * keys; in each of these groups, urgent items come first. Keys take turns, so that a key with many
 * items doesn't delay the others.
 */
export class FairQueue<Item, Key = string> {
  /** Urgent items by key, in the order of the keys' turns. */
  readonly #urgent = new Map<Key, Item[]>();
  readonly #usual = new Map<Key, Item[]>();
  /** Number of items in progress, by key. */
  readonly #busy = new Map<Key, number>();

  /** Number of the key's waiting items, not counting urgent items. */
  waitingFor(key: Key): number {
    return this.#usual.get(key)?.length ?? 0;
  }

  add({ key, item }: Waiting<Item, Key>, isUrgent: boolean): void {
    const queue = isUrgent ? this.#urgent : this.#usual;
    const items = queue.get(key);
    if (items === undefined) queue.set(key, [item]);
    else items.push(item);
  }

  takeAll(): readonly Item[] {
    const queues = [this.#urgent, this.#usual];
    const items = queues.flatMap((queue) => [...queue.values()].flat());
    for (const queue of queues) queue.clear();
    return items;
  }

  /**
   * Removes and returns the next item, preferably for a key without items in progress; undefined if
   * no item is waiting. The item counts as in progress until `end` is called.
   */
  next(): Waiting<Item, Key> | undefined {
    return this.nextOfIdle() ?? this.#take(() => true);
  }

  /** Like `next`, but only for a key without items in progress. */
  nextOfIdle(): Waiting<Item, Key> | undefined {
    return this.#take((key) => !this.#busy.has(key));
  }

  #take(accepts: (key: Key) => boolean): Waiting<Item, Key> | undefined {
    const next = takeFrom(this.#urgent, accepts) ?? takeFrom(this.#usual, accepts);
    if (next !== undefined) this.#busy.set(next.key, (this.#busy.get(next.key) ?? 0) + 1);
    return next;
  }

  /** Marks one of a key's items as no longer in progress. */
  end(key: Key): void {
    const left = (this.#busy.get(key) ?? 0) - 1;
    if (left > 0) this.#busy.set(key, left);
    else this.#busy.delete(key);
  }
}

function takeFrom<Item, Key>(
  queue: Map<Key, Item[]>,
  accepts: (key: Key) => boolean,
): Waiting<Item, Key> | undefined {
  for (const [key, items] of queue) {
    if (!accepts(key)) continue;
    const item = items.shift();
    // The key's next turn comes after those of all other keys.
    queue.delete(key);
    if (items.length > 0) queue.set(key, items);
    if (item !== undefined) return { key, item };
  }
  return undefined;
}
