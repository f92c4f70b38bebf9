/** Makes an LRU cache of `most` values: a function that returns a key's value, or makes it. */
export function cacheOf<Value extends NonNullable<unknown>>(
  most: number,
): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (key, make) => {
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
