import { FairQueue } from "../core/fair-queue.ts";

/** Most waits that end in one cycle of the event loop: a part of a response may follow each. */
const MOST_PER_CYCLE = 16;

const over = new FairQueue<() => void, object>();
let isScheduled = false;

/** Ends a wait soon, after those of the same clock that were over before. Clocks take turns. */
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
