import { NumberList } from "../number-list.ts";
import type { Instant } from "../time.ts";
import type { Fact, Facts, SubmittedFact } from "./facts.ts";
import { type JobPlan, planOf } from "./job-plan.ts";
import type { Phases } from "./phase.ts";
import type { JobState } from "./state.ts";
import { phasesOf, type QueueExits, visitsBy } from "./timeline.ts";

/** Values of `doing`. */
const [IDLE, WAITING, HOLDING] = [0, 1, 2] as const;

const COLUMNS = [
  /** Number of facts so far, without inputs. */
  "numFacts",
  "doing",
  /** Number of changes so far. */
  "version",
  "queuedFrom",
  "queuedUntil",
  /** How often the job enters the queue. */
  "visits",
  /** When the job left the queue on its first visit; NaN if it has not. */
  "firstExit",
] as const;

type Columns = Readonly<Record<(typeof COLUMNS)[number], NumberList>>;

/**
 * The jobs of a replay, by index in order of submission. Many can wait for a long time, so each is a few numbers: its phases are
 * made again when it changes.
 */
export class SlotJobs {
  /** Number of jobs whose inputs were known when they were added. */
  numInputs = 0;
  #facts: Facts[] = [];
  #columns: Columns = columns(() => new NumberList());
  /** All exits of the jobs that left the queue on a later visit. */
  #exits = new Map<number, QueueExits>();

  /** Jobs of their own that are the same. */
  copy(): SlotJobs {
    const copy = new SlotJobs();
    copy.numInputs = this.numInputs;
    copy.#facts = this.#facts.slice();
    copy.#columns = columns((name) => this.#columns[name].copy());
    copy.#exits = new Map(this.#exits);
    return copy;
  }

  /** The facts of a job with which it was submitted. */
  submissionOf(job: number): SubmittedFact {
    return this.#factsOf(job)[0];
  }

  /** The first of a job's facts, without inputs, that has not been added. */
  nextFact(job: number, facts: Facts): Fact | undefined {
    return withoutInputs(facts)[job < this.#facts.length ? this.#columns.numFacts.at(job) : 0];
  }

  /** Adds the next fact of a job, or the job itself, given all of its facts. */
  add(job: number, facts: Facts): void {
    if (job === this.#facts.length) {
      for (const name of COLUMNS) this.#columns[name].push(0);
      this.#columns.firstExit.set(job, Number.NaN);
      this.numInputs += facts.length - withoutInputs(facts).length;
    }
    this.#facts[job] = facts;
    this.#columns.numFacts.set(job, this.#columns.numFacts.at(job) + 1);
  }

  /** Changes of a job so far. */
  versionOf(job: number): number {
    return this.#columns.version.at(job);
  }

  holdsSlot(job: number): boolean {
    return this.#columns.doing.at(job) === HOLDING;
  }

  isQueuedAt(job: number, now: Instant): boolean {
    return this.#columns.queuedFrom.at(job) <= now && now < this.#columns.queuedUntil.at(job);
  }

  /** Whether the job waits for a slot at an instant. */
  isWaitingAt(job: number, now: Instant): boolean {
    return this.#columns.doing.at(job) === WAITING && this.isQueuedAt(job, now);
  }

  /** Notes that the job waits for a slot until it changes. */
  wait(job: number): void {
    this.#columns.doing.set(job, WAITING);
  }

  /** Notes that the job gets a slot. */
  leaveQueue(job: number, now: Instant): void {
    const visit = this.#columns.visits.at(job);
    if (visit === 1) this.#columns.firstExit.set(job, now);
    const exits = [...this.exitsOf(job)];
    exits[visit - 1] = now;
    if (visit > 1) this.#exits.set(job, exits);
  }

  /** When the job left the queue, by visit; undefined for visits that it has not ended so. */
  exitsOf(job: number): QueueExits {
    const first = this.#columns.firstExit.at(job);
    return this.#exits.get(job) ?? (Number.isNaN(first) ? [] : [first]);
  }

  /** Finds out what a changed job does, and when it releases its slot or needs one; Infinity if never. */
  settle(job: number, now: Instant): Instant {
    const columns = this.#columns;
    const facts = this.#factsOf(job);
    const plan = planOf(facts);
    const past = withoutInputs(facts).slice(0, columns.numFacts.at(job));
    const phases = phasesOf(plan, past, this.exitsOf(job));
    const need = slotNeedOf(plan, phases, now);
    columns.version.set(job, columns.version.at(job) + 1);
    columns.doing.set(job, need.holdsSlot ? HOLDING : IDLE);
    columns.queuedFrom.set(job, need.queuedFrom);
    columns.queuedUntil.set(job, need.queuedUntil);
    columns.visits.set(job, visitsBy(phases, Number.POSITIVE_INFINITY));
    return need.dueAt;
  }

  #factsOf(job: number): Facts {
    return this.#facts[job] as Facts;
  }
}

function withoutInputs(facts: Facts): readonly Fact[] {
  return facts.filter(({ type }) => type !== "inputs");
}

function columns(make: (name: keyof Columns) => NumberList): Columns {
  return Object.fromEntries(COLUMNS.map((name) => [name, make(name)])) as Columns;
}

/** What a job does with a slot from an instant on, unless something changes it. */
type SlotNeed = {
  readonly holdsSlot: boolean;
  /** When the job releases its slot, or may leave the queue; Infinity if never. */
  readonly dueAt: Instant;
  /** When its last stay in the queue begins and ends; Infinity if it has none, or if the end is not known. */
  readonly queuedFrom: Instant;
  readonly queuedUntil: Instant;
};

/** What a job with this plan and these phases does with a slot from an instant on. */
function slotNeedOf(plan: JobPlan, phases: Phases, now: Instant): SlotNeed {
  const stay = phases.findLastIndex((phase) => phase.state === "queued");
  const from = phases[stay]?.from ?? Number.POSITIVE_INFINITY;
  const holdsSlot = holdsSlotAt(phases, now);
  return {
    holdsSlot,
    dueAt: holdsSlot ? releaseAt(phases, now) : readyAt(plan, from, now),
    // The first phase is also the one before the job's creation.
    queuedFrom: stay === 0 ? Number.NEGATIVE_INFINITY : from,
    queuedUntil: phases[stay + 1]?.from ?? Number.POSITIVE_INFINITY,
  };
}

function holdsSlotAt(phases: Phases, now: Instant): boolean {
  const last = phases.findLast((phase) => phase.from <= now && phase.state !== "cancelling");
  return last !== undefined && isActive(last.state);
}

function releaseAt(phases: Phases, now: Instant): Instant {
  const end = phases.find((phase) => phase.from > now && !isActive(phase.state));
  return end?.from ?? Number.POSITIVE_INFINITY;
}

/** When the job's own queue time is over; not meaningful once the job has left the queue. */
function readyAt({ outcome, queuedMs }: JobPlan, queuedFrom: Instant, now: Instant): Instant {
  const isStuck = outcome.kind === "stuck" && outcome.state === "queued";
  return isStuck ? Number.POSITIVE_INFINITY : Math.max(now, queuedFrom + queuedMs);
}

function isActive(state: JobState): boolean {
  return state === "starting" || state === "running";
}
