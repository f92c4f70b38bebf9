import { withoutKey } from "../../core/api-key.ts";
import { Heap } from "../../core/heap.ts";
import { redactText } from "../../core/redact.ts";
import { drawBase62, rngFor } from "../../core/rng.ts";
import type { ServiceRules } from "../../core/service-rules.ts";
import { forEachInSteps } from "../../core/steps.ts";
import type { Instant } from "../../core/time.ts";
import {
  type Delivery,
  type DeliveryAttempt,
  type DueAttempt,
  faultOfNext,
  inOrder,
  plannedAttempts,
} from "../../core/webhooks/delivery.ts";
import type { DeliveryFault, WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import type { Outbox, Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import { setIdleTimer } from "../../state/wall-timer.ts";
import { inSlices, prepareTimelines } from "../in-slices.ts";

export type Outgoing = Pick<Delivery, "deliveryId" | "eventId" | "event" | "jobId" | "state"> & {
  readonly endpoint: WebhookEndpoint;
  readonly createdAt: Instant;
  /** Time of the attempt on the sandbox's clock. */
  readonly now: Instant;
  readonly fault: DeliveryFault | undefined;
};

export type AttemptResult = Pick<
  DeliveryAttempt,
  "end" | "status" | "reason" | "fault" | "durationMs"
>;

export type OutboxParts = {
  readonly sandbox: Sandbox;
  readonly rules: () => ServiceRules;
  /** Makes an attempt. Never rejects. The result is ignored once the signal has aborted. */
  readonly send: (outgoing: Outgoing, signal: AbortSignal) => Promise<AttemptResult>;
};

/** Maximum number of concurrent attempts for a sandbox. */
const MAX_ACTIVE = 16;

/** Maximum wall-clock milliseconds for which a call waits for its due deliveries to be made. */
const PATIENCE_MS = 30_000;

/** Wall-clock milliseconds until a delivery is retried if the attempt can't be stored. */
const RETRY_MS = 1000;

/**
 * Makes a sandbox's deliveries when they are due: after each change and, if the wall clock drives
 * the sandbox's clock, with a timer. The plan is not stored, because it follows from the sandbox's
 * state.
 */
export class SandboxOutbox implements Outbox {
  readonly #parts: OutboxParts;
  readonly #sandbox: Sandbox;
  /** Planned attempts, each checked again before it is made, because jobs and endpoints change. */
  #planned = new Heap<DueAttempt>((a, b) => inOrder(a, b) < 0);
  readonly #active = new Map<string, Delivery>();
  /** Callbacks of the calls that are waiting for an attempt to end. */
  #waiting: (() => void)[] = [];
  /** Number of the last change that the plan takes into account. */
  #seen = -1;
  #planning: Promise<void> | undefined;
  #isKicked = false;
  #cancelTimer: () => void = () => {};

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#sandbox = parts.sandbox;
    const stopListening = this.#sandbox.changes.listen(() => this.kick());
    this.#sandbox.whenOver(() => {
      stopListening();
      this.#cancelTimer();
    });
    this.kick();
  }

  kick(): void {
    if (this.#isKicked || !this.#hasEndpoints) return;
    this.#isKicked = true;
    setImmediate(() => {
      this.#isKicked = false;
      void this.#deliverDue();
    });
  }

  /** Whether there may be anything to deliver; most sandboxes have no endpoints. */
  get #hasEndpoints(): boolean {
    const { state, ended, loading } = this.#sandbox;
    return state.endpoints.size > 0 && !ended.aborted && loading === undefined;
  }

  async #deliverDue(): Promise<void> {
    await this.#plan();
    if (!this.#hasEndpoints) return;
    const next = this.#startDue();
    this.#cancelTimer();
    const wallMs = next && this.#sandbox.clock.wallMsUntil(next.at);
    if (wallMs !== undefined) this.#cancelTimer = setIdleTimer(() => this.kick(), wallMs);
  }

  async deliverUntil(at: Instant): Promise<readonly Delivery[]> {
    if (!this.#hasEndpoints) return [];
    let isLate = false;
    const cancel = setIdleTimer(() => {
      isLate = true;
      this.#wake();
    }, PATIENCE_MS);
    try {
      for (;;) {
        const next = await this.#settle(() => isLate);
        if (isLate) return [...this.#active.values(), ...this.#due()];
        if (next === undefined || next > at) return [];
        this.#sandbox.clock.advanceTo(next);
      }
    } finally {
      cancel();
    }
  }

  async nextAt(): Promise<Instant | undefined> {
    return this.#hasEndpoints ? this.#settle() : undefined;
  }

  /** Makes attempts until none is due or `isOver` returns true. Resolves with the next due time. */
  async #settle(isOver: () => boolean = () => false): Promise<Instant | undefined> {
    for (;;) {
      await this.#plan();
      const next = this.#startDue();
      if (this.#active.size === 0 || isOver()) return next?.at;
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
  }

  async #plan(): Promise<void> {
    // Waits for any planning in progress: a change may happen while the planning reads the jobs.
    while (this.#planning !== undefined) await this.#planning;
    if (this.#seen === this.#sandbox.changes.last || !this.#hasEndpoints) return;
    this.#planning = this.#planChanges().finally(() => {
      this.#planning = undefined;
    });
    await this.#planning;
  }

  async #planChanges(): Promise<void> {
    const { changes, clock, readings, state, timelines, name } = this.#sandbox;
    const news = this.#seen < 0 ? undefined : changes.after(this.#seen);
    this.#seen = changes.last;
    await readings.all(clock.now());
    await prepareTimelines(timelines);
    const jobs = new Set<StoredJob>();
    let isAll = news === undefined;
    for (const { change } of news ?? []) {
      const job = "jobId" in change ? state.jobs.get(change.jobId) : undefined;
      if (job !== undefined) jobs.add(job);
      const isGeneral = change.kind === "endpoints" || change.kind === "scenario";
      isAll ||= isGeneral || (job !== undefined && state.hasLimitedSlots);
    }
    if (isAll) this.#planned = new Heap<DueAttempt>((a, b) => inOrder(a, b) < 0);
    const all = isAll ? state.jobs.values() : jobs;
    const planning = forEachInSteps([...all], (job) => this.#planJob(job));
    await inSlices(planning, name);
  }

  #planJob(job: StoredJob): void {
    for (const due of this.#nextOf(job)) this.#planned.push(due);
  }

  #nextOf(job: StoredJob): readonly DueAttempt[] {
    const { state, timelines, seed } = this.#sandbox;
    const { webhooks } = this.#parts.rules();
    if (webhooks === undefined) return [];
    const endpoints = [...state.endpoints.values()].filter((each) => each !== undefined);
    const rules = state.scenario.deliveries ?? [];
    return plannedAttempts(
      { timeline: timelines.of(job.jobId), order: job.order },
      state.deliveries,
      { seed, events: webhooks.events, endpoints, rules },
    );
  }

  /**
   * Starts the next planned attempt if it is due and fewer than `MAX_ACTIVE` are in progress. If it
   * isn't due yet, returns it. Connecting is slow, so requests are served between starts.
   */
  #startDue(): DueAttempt | undefined {
    const next = this.#next();
    if (next === undefined || next.at > this.#sandbox.clock.now()) return next;
    // When an attempt in progress ends, this function runs again.
    if (this.#active.size >= MAX_ACTIVE) return undefined;
    this.#planned.pop();
    void this.#attempt(next.delivery);
    this.kick();
    return undefined;
  }

  /** The next attempt that is still planned; undefined if there is none. */
  #next(): DueAttempt | undefined {
    for (;;) {
      const next = this.#planned.peek();
      if (next === undefined || this.#isStillPlanned(next)) return next;
      this.#planned.pop();
    }
  }

  #isStillPlanned({ delivery: { deliveryId, jobId }, at }: DueAttempt): boolean {
    const job = this.#sandbox.state.jobs.get(jobId);
    if (job === undefined || this.#active.has(deliveryId)) return false;
    const same = this.#nextOf(job).find(({ delivery }) => delivery.deliveryId === deliveryId);
    return same?.at === at;
  }

  #due(): readonly Delivery[] {
    const now = this.#sandbox.clock.now();
    const rest = this.#planned.copy();
    const due: Delivery[] = [];
    for (let next = rest.pop(); next !== undefined && next.at <= now; next = rest.pop())
      if (this.#isStillPlanned(next)) due.push(next.delivery);
    return due;
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { deliveryId, endpointId, at: createdAt } = delivery;
    const { state } = this.#sandbox;
    const endpoint = state.endpoints.get(endpointId);
    if (endpoint === undefined) return;
    this.#active.set(deliveryId, delivery);
    const fault = faultOfNext(delivery, state.deliveries.get(deliveryId) ?? []);
    try {
      await this.#made({ ...delivery, endpoint, createdAt, now: this.#sandbox.clock.now(), fault });
      this.#ended(delivery);
    } catch {
      // The store can't be written to; that has already been reported.
      setIdleTimer(() => this.#ended(delivery), RETRY_MS);
    }
  }

  #ended({ deliveryId, jobId }: Delivery): void {
    this.#active.delete(deliveryId);
    const job = this.#sandbox.state.jobs.get(jobId);
    if (job !== undefined && this.#hasEndpoints) this.#planJob(job);
    this.#wake();
    this.kick();
  }

  /**
   * Makes an attempt and records it, unless the sandbox ends. The job's state must be stored first,
   * so that no receiver is told about a job that a restart could lose.
   */
  async #made(outgoing: Outgoing, isTest = false): Promise<DeliveryAttempt> {
    const { ended, clock, recipe } = this.#sandbox;
    const { deliveryId, event, jobId, endpoint, createdAt: eventAt, now: at } = outgoing;
    const { endpointId } = endpoint;
    // Hides secrets, because findings, reports, and the viewer's page show the attempt's URL.
    const url = redactText(withoutKey(endpoint.url, recipe.key));
    await this.#sandbox.saved();
    const wallAt = clock.wall.now();
    const sent = await this.#parts.send(outgoing, ended);
    const about = isTest ? {} : { jobId };
    const attempt = { deliveryId, endpointId, event, ...about, eventAt, url, at, wallAt, ...sent };
    if (!ended.aborted) this.#sandbox.record({ kind: "deliveryAttempted", attempt });
    return attempt;
  }

  async test(endpointId: string, event: string, jobId: string): Promise<DeliveryAttempt> {
    const { state, clock, seed } = this.#sandbox;
    const endpoint = state.endpoints.get(endpointId);
    const jobState = this.#parts.rules().webhooks?.events[event];
    if (endpoint === undefined || jobState === undefined)
      throw new RangeError(
        `Expected a known endpoint and event, got \`${endpointId}\`, \`${event}\`.`,
      );
    const rng = rngFor(seed, "test", endpointId, event, state.deliveries.size);
    const [deliveryId, eventId] = [drawBase62(rng), drawBase62(rng)];
    const now = clock.now();
    const about = { deliveryId, eventId, event, jobId, state: jobState };
    return this.#made({ ...about, endpoint, createdAt: now, now, fault: undefined }, true);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
