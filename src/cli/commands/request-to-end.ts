import { isUnderNpx, parentEnd } from "./parent-end.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Resolves on a request to end: a signal or, if the program is to end with its parent, the end of standard input; under npx,
 * also the end of the parent process. A second signal ends the program immediately.
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
    if (isUnderNpx(process.env)) void parentEnd().then(resolve);
    if (!withParent) return;
    process.stdin.once("close", resolve).on("error", () => {});
    process.stdin.resume();
  });
}
