/** Runs a function at most once, and gives all callers the same outcome. */
export function once<Value>(read: () => Value): () => Value {
  let outcome: Value | undefined;
  return () => {
    outcome ??= read();
    return outcome;
  };
}
