/** Resolves when a few milliseconds of work may be done. */
export type Turn = () => Promise<void>;

type Waiting = { readonly rank: () => number; readonly begin: () => void };

/** In order of arrival. */
const waiting: Waiting[] = [];

/**
 * Resolves when the caller may work for a few milliseconds. Only one caller may in each cycle of the event loop, that with the lowest
 * rank first, so however much there is to do, requests wait only for that.
 */
export function takeTurn(rank: () => number = lastRank): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ rank, begin: resolve });
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  const ranks = waiting.map(({ rank }) => rank());
  const lowest = ranks.reduce((least, rank) => Math.min(least, rank), lastRank());
  // Of equal ones, the last: what began earlier may take long.
  const [next] = waiting.splice(ranks.lastIndexOf(lowest), 1);
  if (waiting.length > 0) setImmediate(giveTurn);
  next?.begin();
}

function lastRank(): number {
  return Number.POSITIVE_INFINITY;
}
