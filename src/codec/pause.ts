const waiting: (() => void)[] = [];

/**
 * Lets other work run. Of everything that pauses, only one piece goes on in each turn of the event
 * loop: otherwise, many clients that each send or download much would keep a request waiting for a
 * piece of work of every one of them.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
