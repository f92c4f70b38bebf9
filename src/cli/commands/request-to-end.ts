const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Resolves on a request to end: a signal or, if the program is to end with its parent, the end of standard input. A second
 * signal ends the program immediately.
 */
export function requestToEnd(withParent: boolean): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isAsked) process.exit(1);
        isAsked = true;
        resolve();
      });
    }
    if (!withParent) return;
    process.stdin.once("close", resolve).on("error", () => {});
    process.stdin.resume();
  });
}
