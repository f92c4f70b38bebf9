import type { Fact, Facts } from "../../src/core/job/facts.ts";
import { SlotReplay } from "../../src/core/job/slot-replay.ts";
import type { QueueExits } from "../../src/core/job/timeline.ts";
import { atOnce } from "../../src/core/steps.ts";
import { factsOf, type JobSketch } from "./job-builder.ts";

/** A fact and the job that it belongs to. */
export type LoggedFact = { readonly jobId: string; readonly fact: Fact };

/** The log of the jobs' facts in chronological order; at one instant, in order of submission. */
export function logOf(sketches: readonly JobSketch[]): LoggedFact[] {
  return sketches
    .flatMap((sketch) => {
      const facts = factsOf(sketch);
      return facts.map((fact) => ({ jobId: facts[0].jobId, fact }));
    })
    .sort((a, b) => a.fact.at - b.fact.at);
}

type Exits = ReadonlyMap<string, QueueExits>;

/** Times when the jobs leave the queue, given all facts in the order in which they were stored. */
export function queueExitsOf(log: readonly LoggedFact[]): Exits {
  return new LogReplay(log).goOn(log.length).exits();
}

/** The replay of a log. */
export class LogReplay {
  readonly #log: readonly LoggedFact[];
  readonly #byJob: ReadonlyMap<string, Facts>;
  readonly #replay = new SlotReplay();
  #end = 0;

  constructor(log: readonly LoggedFact[]) {
    this.#log = log;
    this.#byJob = factsByJob(log);
  }

  /** Goes on until the log has this length. */
  goOn(end: number): this {
    const orders = [...this.#byJob.keys()];
    for (const { jobId, fact } of this.#log.slice(this.#end, end)) {
      if (fact.type === "inputs") continue;
      atOnce(this.#replay.add(orders.indexOf(jobId), this.#byJob.get(jobId) as Facts));
    }
    this.#end = end;
    return this;
  }

  /** Times when the jobs so far leave the queue if nothing else happens. */
  exits(): Exits {
    const copy = this.#replay.copy();
    atOnce(copy.finish());
    const known = factsByJob(this.#log.slice(0, this.#end));
    return new Map([...known.keys()].map((jobId, order) => [jobId, copy.exitsOf(order)]));
  }
}

/** The facts of each job, in the order of their jobs. */
export function factsByJob(log: readonly LoggedFact[]): ReadonlyMap<string, Facts> {
  const byJob = new Map<string, Facts>();
  for (const { jobId, fact } of log) {
    const known = byJob.get(jobId);
    if (fact.type === "submitted") byJob.set(jobId, [fact]);
    else if (known !== undefined) byJob.set(jobId, [...known, fact]);
  }
  return byJob;
}
