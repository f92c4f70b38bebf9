/** Lets other work run. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
