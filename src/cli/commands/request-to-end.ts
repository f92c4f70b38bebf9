const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Resolves when the program is asked to end: by a signal or, where it shall end with its parent, by the end of standard
 * input. From the second signal on, it ends at once.
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
