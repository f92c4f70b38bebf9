/** The same outcome for all who ask. */
export function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let outcome: Promise<Value> | undefined;
  return () => {
    outcome ??= read();
    return outcome;
  };
}
