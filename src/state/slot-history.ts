import { SlotReplay } from "../core/job/slot-replay.ts";
import { SharedSteps, type Stepwise } from "../core/steps.ts";
import type { StoredJob } from "./sandbox-state.ts";
import type { StateView } from "./state-event.ts";

type Version = {
  /** Order of the job that a fact in the log belongs to. */
  readonly orderAt: (index: number) => number;
  readonly logLength: number;
  readonly numInputs: number;
  readonly jobs: readonly StoredJob[];
};

/** The replay of a version's facts, which continues with later ones, and an unchanging copy. */
type Replayed = { readonly soFar: SlotReplay; readonly copy: SlotReplay };

type Steps = {
  readonly numFacts: number;
  readonly replayed: SharedSteps<Replayed>;
  readonly finished: SharedSteps<SlotReplay>;
};

/**
 * Times when jobs with limited slots leave the queue. A change replays only the facts that it
 * added.
 */
export class SlotHistory {
  readonly #state: StateView;
  #steps: Steps | undefined;

  constructor(state: StateView) {
    this.#state = state;
  }

  get isDone(): boolean {
    return this.#steps?.numFacts === this.#state.numFacts && this.#steps.finished.isDone;
  }

  /** This state's replay until nothing more happens, regardless of later changes to the state. */
  current(): Stepwise<SlotReplay> {
    const { numFacts } = this.#state;
    if (this.#steps?.numFacts !== numFacts) {
      const replayed = new SharedSteps(replay(versionOf(this.#state), this.#steps?.replayed));
      this.#steps = { numFacts, replayed, finished: new SharedSteps(finish(replayed)) };
    }
    return this.#steps.finished.result();
  }
}

function versionOf({ log, jobs, numFacts }: StateView): Version {
  return {
    orderAt: (index) => jobs.get(log[index] ?? "")?.order ?? 0,
    logLength: log.length,
    numInputs: numFacts - log.length,
    jobs: [...jobs.values()],
  };
}

function* replay(version: Version, before: SharedSteps<Replayed> | undefined): Stepwise<Replayed> {
  const known = before === undefined ? new SlotReplay() : (yield* before.result()).soFar;
  yield* goOn(known, version);
  // A job whose inputs were read after it had been replayed has a different plan.
  const isValid = known.numInputs === version.numInputs;
  const soFar = isValid ? known : new SlotReplay();
  yield* goOn(soFar, version);
  return { soFar, copy: soFar.copy() };
}

function* goOn(soFar: SlotReplay, { orderAt, logLength, jobs }: Version): Stepwise<void> {
  for (let index = soFar.numFacts; index < logLength; index++) {
    const order = orderAt(index);
    yield* soFar.add(order, (jobs[order] as StoredJob).facts);
  }
}

function* finish(replayed: SharedSteps<Replayed>): Stepwise<SlotReplay> {
  const { copy } = yield* replayed.result();
  yield* copy.finish();
  return copy;
}
