/** Runs a function at most once, and gives all callers the same outcome. */
export function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let outcome: Promise<Value> | undefined;
  return () => {
    outcome ??= read();
    return outcome;
  };
}
