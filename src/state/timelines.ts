import type { Facts } from "../core/job/facts.ts";
import { SlotReplay } from "../core/job/slot-replay.ts";
import { factsKnownAt, type Timeline, timelineOf } from "../core/job/timeline.ts";
import { atOnce, SharedSteps, type Stepwise } from "../core/steps.ts";
import type { Instant } from "../core/time.ts";
import { type StoredJob, storedJob } from "./sandbox-state.ts";
import type { StateView } from "./state-event.ts";

/**
 * A map from objects to values that keeps the most recent values: at least `minKept`, and at most
 * twice as many. A value is discarded together with its object.
 */
export function recentMap<Key extends object, Value>(minKept: number) {
  let young = new WeakMap<Key, Value>();
  let old = new WeakMap<Key, Value>();
  let added = 0;
  return {
    get: (key: Key): Value | undefined => young.get(key) ?? old.get(key),
    set: (key: Key, value: Value): void => {
      if (added === minKept) [old, young, added] = [young, new WeakMap(), 0];
      young.set(key, value);
      added++;
    },
  };
}

type KnownJob = { readonly facts: Facts; readonly timeline: Timeline };

/** Number of facts that can be replayed within a few milliseconds. */
const FEW_FACTS = 1000;

/** Minimum number of timelines to keep for all sandboxes together; each is as large as its job. */
const MIN_KEPT = 4096;

/**
 * Timelines by job record. `allFacts` is the number of facts of all jobs when the timeline was
 * made; 0 if other jobs' facts don't matter.
 */
const kept = recentMap<StoredJob, { timeline: Timeline; allFacts: number }>(MIN_KEPT);

/**
 * The timelines of a sandbox's jobs. Recently used timelines are made only once for each version of
 * the facts on which they depend.
 */
export class Timelines {
  readonly #state: StateView;
  #latest: Steps | undefined;

  constructor(state: StateView) {
    this.#state = state;
  }

  /** A job's timeline. Throws a RangeError if the sandbox doesn't have the job. */
  of(jobId: string): Timeline {
    return this.asOfNow().of(storedJob(this.#state, jobId));
  }

  /** The timelines of the state's current version, even if they are made after a later change. */
  asOfNow(): TimelinesOfVersion {
    return atOnce(this.inSteps());
  }

  /** Like `asOfNow`, but in steps, because this can take a long time: see `takesLong`. */
  inSteps(): Stepwise<TimelinesOfVersion> {
    const { hasLimitedSlots, numFacts } = this.#state;
    return ofVersion(numFacts, hasLimitedSlots ? this.#replay() : undefined);
  }

  /** Whether `asOfNow` takes a long time: there are many jobs, and each depends on all others. */
  get takesLong(): boolean {
    const { hasLimitedSlots, numFacts } = this.#state;
    if (!hasLimitedSlots || numFacts <= FEW_FACTS) return false;
    return this.#latest?.numFacts !== numFacts || !this.#latest.finished.isDone;
  }

  /** Replays the current facts to the end, regardless of later changes to the state. */
  #replay(): Stepwise<SlotReplay> {
    const { log, jobs, numFacts } = this.#state;
    if (this.#latest?.numFacts !== numFacts) {
      const version = { log: log.slice(), jobs: [...jobs.values()], numFacts };
      const replay = new SharedSteps(replayed(version, this.#latest?.replay));
      this.#latest = { numFacts, replay, finished: new SharedSteps(finished(replay)) };
    }
    return this.#latest.finished.result();
  }
}

function* ofVersion(
  numFacts: number,
  replay: Stepwise<SlotReplay> | undefined,
): Stepwise<TimelinesOfVersion> {
  return replay === undefined ? UNLIMITED : timelinesOf(numFacts, yield* replay);
}

export type TimelinesOfVersion = ReturnType<typeof timelinesOf>;

/** `exits` is undefined if job slots are unlimited, so that no job depends on other jobs. */
function timelinesOf(allFacts: number, exits: SlotReplay | undefined) {
  const made = ({ facts, order }: StoredJob): Timeline => timelineOf(facts, exits?.exitsOf(order));
  const of = (job: StoredJob): Timeline => {
    const known = kept.get(job);
    if (known?.allFacts === allFacts) return known.timeline;
    const timeline = made(job);
    kept.set(job, { timeline, allFacts });
    return timeline;
  };
  const knownJob = (job: StoredJob, timeline: Timeline, now: Instant): KnownJob => {
    const facts = factsKnownAt(job.facts, timeline, now);
    return { facts, timeline: facts === job.facts ? timeline : made({ ...job, facts }) };
  };
  return {
    of,
    /** Facts and timeline as known at an instant, regardless of when a fetch really ended. */
    knownAt: (job: StoredJob, now: Instant): KnownJob => knownJob(job, of(job), now),
    /** Like `knownAt`, but doesn't keep timelines: together, they need more memory than jobs. */
    madeAt: (job: StoredJob, now: Instant): KnownJob => knownJob(job, made(job), now),
  };
}

const UNLIMITED = timelinesOf(0, undefined);

/** A replay of a version's facts. Later replays continue `soFar`; `copy` is run to its end. */
type Replayed = { readonly soFar: SlotReplay; readonly copy: SlotReplay };

/** The latest replay, and the number of facts at its start. Later replays need only `replay`. */
type Steps = {
  readonly numFacts: number;
  readonly replay: SharedSteps<Replayed>;
  readonly finished: SharedSteps<SlotReplay>;
};

/** A version of the facts. For each fact except inputs, `log` has the `order` of its job. */
type Version = Pick<StateView, "log" | "numFacts"> & { readonly jobs: readonly StoredJob[] };

function* replayed(
  { log, jobs, numFacts }: Version,
  earlier: SharedSteps<Replayed> | undefined,
): Stepwise<Replayed> {
  const known = earlier === undefined ? new SlotReplay() : (yield* earlier.result()).soFar;
  yield* known.goOn(log, jobs);
  // If a job's inputs were read after its replay, its plan has changed, so the replay starts over.
  const isValid = known.numInputs === numFacts - log.length;
  const soFar = isValid ? known : new SlotReplay();
  yield* soFar.goOn(log, jobs);
  return { soFar, copy: soFar.copy() };
}

function* finished(replay: SharedSteps<Replayed>): Stepwise<SlotReplay> {
  const { copy } = yield* replay.result();
  yield* copy.finish();
  return copy;
}
