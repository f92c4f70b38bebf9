/** A cache by key that makes missing values, and drops the least recently used ones. */
export function cacheOf<Value>(most: number): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (key, make) => {
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest);
    return value;
  };
}
