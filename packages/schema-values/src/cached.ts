type Cache<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown };

/** The value for a key; `make` runs only once per key unless it returns undefined. */
export function cached<Key, Value>(
  cache: Cache<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  cache.set(key, made);
  return made;
}
