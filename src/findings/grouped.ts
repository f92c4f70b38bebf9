export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  return groupedByEach(items, (item) => [keyOf(item)]);
}

/** Groups items by key, in their order. An item may have several keys or none. */
export function groupedByEach<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) for (const key of keysOf(item)) addTo(groups, key, item);
  return groups;
}

export function addTo<Key, Item>(lists: Map<Key, [Item, ...Item[]]>, key: Key, item: Item): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}

/** Divides items into runs. A run ends before an item for which `continues` returns false. */
export function runsOf<Item>(
  items: readonly Item[],
  continues: (before: Item, item: Item) => boolean,
): readonly (readonly [Item, ...Item[]])[] {
  const runs: [Item, ...Item[]][] = [];
  for (const [index, item] of items.entries()) {
    const [before, run] = [items[index - 1], runs.at(-1)];
    if (before !== undefined && run !== undefined && continues(before, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Collects the results for each pair of consecutive items. */
export function flatMapPairs<Item, Result>(
  items: readonly Item[],
  make: (before: Item, after: Item) => readonly Result[],
): Result[] {
  const results: Result[] = [];
  for (const [index, after] of items.entries()) {
    const before = items[index - 1];
    if (before !== undefined) for (const result of make(before, after)) results.push(result);
  }
  return results;
}
