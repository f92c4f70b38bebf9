/** Resolves when a few milliseconds of work may be done. */
export type Turn = () => Promise<void>;

type Waiting = { readonly isUrgent: () => boolean; readonly begin: () => void };

/** In order of arrival. */
const waiting: Waiting[] = [];

/**
 * Resolves when the caller may work for a few milliseconds. Only one caller may in each cycle of the event loop, an urgent one first,
 * so however much there is to do, requests wait only for that.
 */
export function takeTurn(isUrgent: () => boolean = () => false): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ isUrgent, begin: resolve });
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  const urgent = waiting.findIndex(({ isUrgent }) => isUrgent());
  const [next] = waiting.splice(Math.max(0, urgent), 1);
  if (waiting.length > 0) setImmediate(giveTurn);
  next?.begin();
}
