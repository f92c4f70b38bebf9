import { mapInSteps, type Stepwise } from "../core/steps.ts";
import type { Instant } from "../core/time.ts";
import type { JobEvidence, JobHistory } from "../findings/evidence.ts";
import type { StoredJob } from "../state/sandbox-state.ts";
import type { TimelinesOfVersion } from "../state/timelines.ts";

/** A job at a version of the state. Its timeline takes more memory than the job, so it is made each time that it is used. */
class JobAtVersion implements JobEvidence {
  readonly #version: TimelinesOfVersion;
  readonly #job: StoredJob;
  readonly #now: Instant;

  constructor(version: TimelinesOfVersion, job: StoredJob, now: Instant) {
    this.#version = version;
    this.#job = job;
    this.#now = now;
  }

  get jobId(): string {
    return this.#job.jobId;
  }

  get history(): JobHistory {
    return this.#version.madeAt(this.#job, this.#now);
  }
}

/** Jobs as evidence, as they are known at an instant. */
export function* jobsAt(
  jobs: readonly StoredJob[],
  timelines: Stepwise<TimelinesOfVersion>,
  now: Instant,
): Stepwise<readonly JobEvidence[]> {
  const version = yield* timelines;
  return yield* mapInSteps(jobs, (job) => new JobAtVersion(version, job, now));
}
