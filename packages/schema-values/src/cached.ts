type Cache<Key, Value> = Pick<Map<Key, Value>, "get" | "has"> & {
  set(key: Key, value: Value): unknown;
};

/** The value for a key; `make` runs only once per key, even if it returns undefined. */
export function cached<Key, Value>(
  cache: Cache<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) return known as Value;
  const made = make(key);
  cache.set(key, made);
  return made;
}
