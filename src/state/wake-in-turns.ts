import { FairQueue } from "../core/fair-queue.ts";

/** Maximum number of waits to end per event loop cycle: each may cause more work. */
const MOST_PER_CYCLE = 16;

const over = new FairQueue<() => void, object>();
let isScheduled = false;

/** Ends a wait soon, after earlier waits on the same clock. Clocks take turns. */
export function wakeInTurns(clock: object, wake: () => void): void {
  over.add({ key: clock, item: wake }, false);
  if (!isScheduled) setImmediate(wakeNext);
  isScheduled = true;
}

function wakeNext(): void {
  const next = Array.from({ length: MOST_PER_CYCLE }, () => over.next());
  isScheduled = next.at(-1) !== undefined;
  if (isScheduled) setImmediate(wakeNext);
  for (const wait of next) {
    if (wait !== undefined) over.end(wait.key);
    wait?.item();
  }
}
