/** Maximum number of keys whose last turns are remembered. */
const MOST_KEYS = 1000;

/** Every fourth turn goes to the key's oldest work, so that newer work can't delay it forever. */
const OLDEST_EVERY = 4;

type Waiting = { readonly work: Work; readonly resume: () => void };

const waiting = new Map<string, Waiting[]>();

/** The number of each key's last turn, counting all keys' turns. */
const lastTurns = new Map<string, number>();

let turns = 0;

/** When work first ran in this cycle of the event loop; undefined if none has run yet. */
let cycleStart: number | undefined;

/**
 * Work that would block requests for too long without pauses. It runs in slices of a few
 * milliseconds, and pauses after each one. Each cycle of the event loop runs only one slice. Keys
 * take turns, so one key's work can't delay another key's for long. A key's turn usually goes to
 * its work with the fewest slices so far.
 */
export class Work {
  slices = 0;
  readonly #key: string;

  /** `key` names the sandbox that the work is for. By default, the work is for all sandboxes. */
  constructor(key: string = "") {
    this.#key = key;
    cycleStart ??= startCycle();
  }

  /** Pauses if work in this cycle of the event loop has taken at least `wallMs`. */
  pauseAfter(wallMs: number): Promise<void> | undefined {
    cycleStart ??= startCycle();
    return performance.now() - cycleStart < wallMs ? undefined : this.pause();
  }

  /** Resolves when the next slice may run. */
  async pause(): Promise<void> {
    await new Promise<void>((resume) => {
      this.slices++;
      if (waiting.size === 0) setImmediate(goOn);
      const others = waiting.get(this.#key);
      if (others === undefined) waiting.set(this.#key, [{ work: this, resume }]);
      else others.push({ work: this, resume });
    });
    cycleStart = startCycle();
  }
}

function startCycle(): number {
  if (cycleStart === undefined)
    setImmediate(() => {
      cycleStart = undefined;
    });
  return performance.now();
}

function goOn(): void {
  const [key, items] = nextKey();
  const index = ++turns % OLDEST_EVERY === 0 ? 0 : smallestOf(items);
  const [next] = items.splice(index, 1);
  if (items.length === 0) waiting.delete(key);
  lastTurns.delete(key);
  lastTurns.set(key, turns);
  const [oldest] = lastTurns.keys();
  if (lastTurns.size > MOST_KEYS && oldest !== undefined) lastTurns.delete(oldest);
  if (waiting.size > 0) setImmediate(goOn);
  next?.resume();
}

/** The waiting key whose last turn was longest ago, and its work. */
function nextKey(): readonly [string, Waiting[]] {
  let found: readonly [string, Waiting[]] = ["", []];
  let lowest = Number.POSITIVE_INFINITY;
  for (const entry of waiting) {
    const turn = lastTurns.get(entry[0]) ?? 0;
    if (turn < lowest) [found, lowest] = [entry, turn];
  }
  return found;
}

/** Index of the first item with the fewest slices. Each item has at least one. */
function smallestOf(items: readonly Waiting[]): number {
  let [found, fewest] = [0, Number.POSITIVE_INFINITY];
  for (let index = 0; fewest > 1 && index < items.length; index++) {
    const { slices } = items[index]?.work ?? { slices: fewest };
    if (slices < fewest) [found, fewest] = [index, slices];
  }
  return found;
}
