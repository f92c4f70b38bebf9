import type { TimelineOutline } from "../job/phase.ts";
import { drawMs } from "../job/profile.ts";
import type { JobState } from "../job/state.ts";
import type { Integer } from "../json.ts";
import { drawBase62, rngFor } from "../rng.ts";
import type { Instant } from "../time.ts";
import {
  type DeliveryFault,
  type DeliveryRule,
  subscriptionAt,
  type WebhookEndpoint,
  type WebhookEvents,
} from "./endpoint.ts";

/** The delivery of an event to one endpoint. All attempts have the same ID. */
export type Delivery = {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** ID shared by the event's deliveries to all endpoints. */
  readonly eventId: string;
  /** Name of the event. */
  readonly event: string;
  readonly jobId: string;
  readonly state: JobState;
  /** Time of the event on the sandbox's clock. */
  readonly at: Instant;
  readonly fault?: DeliveryFault;
};

/** An attempt to deliver an event, and its outcome. */
export type DeliveryAttempt = Pick<Delivery, "deliveryId" | "endpointId" | "event"> & {
  /** ID of the job; undefined for a test of the endpoint. */
  readonly jobId?: string;
  /** Time of the event on the sandbox's clock. */
  readonly eventAt: Instant;
  readonly url: string;
  /** Time of the attempt on the sandbox's clock. */
  readonly at: Instant;
  /** Time of the attempt on the wall clock, in milliseconds since 1970. */
  readonly wallAt: number;
  /** Wall-clock duration of the attempt, in milliseconds. */
  readonly durationMs: number;
  readonly end: "responded" | "timedOut" | "failed";
  /** HTTP status of the receiver's response; 0 if there was none. */
  readonly status: Integer;
  /** Why there was no response. */
  readonly reason?: string;
  /** Kind of fault that affected the attempt. */
  readonly fault?: DeliveryFault["kind"];
};

/** A delivery, and when its next attempt is due. */
export type DueAttempt = { readonly delivery: Delivery; readonly at: Instant };

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Pauses after the first attempts. The last pause also follows every later attempt. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];

/** Time after an event at which the service gives up. */
const GIVE_UP_MS = 72 * HOUR;

export type DeliveryRules = {
  readonly seed: number;
  readonly events: WebhookEvents;
  readonly endpoints: readonly WebhookEndpoint[];
  readonly rules: readonly DeliveryRule[];
};

/** A job's timeline, and the job's index in the sandbox, from 0. */
export type DeliveryJob = {
  readonly timeline: Pick<TimelineOutline, "jobId" | "phases">;
  readonly order: number;
};

/** A job's past and future deliveries, in order. Future deliveries can change with the job. */
export function deliveriesOf(
  { timeline: { jobId, phases }, order }: DeliveryJob,
  rules: DeliveryRules,
): readonly Delivery[] {
  return phases.flatMap(({ state, from: at }, index) => {
    // If a client cancels an ended job, the job enters the same state again.
    const isAgain = phases[index - 1]?.state === "cancelling" && phases[index - 2]?.state === state;
    if (isAgain || at === Number.POSITIVE_INFINITY) return [];
    return Object.keys(rules.events)
      .filter((event) => rules.events[event] === state)
      .flatMap((event) => {
        const eventId = drawBase62(rngFor(rules.seed, "event", jobId, event, at));
        return rules.endpoints
          .filter((endpoint) => subscriptionAt(endpoint, at)?.events.includes(event))
          .map(({ endpointId }) => {
            const key = ["delivery", endpointId, jobId, event, at] as const;
            const deliveryId = drawBase62(rngFor(rules.seed, ...key));
            const delivery = { deliveryId, endpointId, eventId, event, jobId, state, at };
            const fault = faultOf(delivery, order, rules);
            return fault === undefined ? delivery : { ...delivery, fault };
          });
      });
  });
}

function faultOf(
  { deliveryId, state }: Delivery,
  order: number,
  { seed, rules }: DeliveryRules,
): DeliveryFault | undefined {
  const found = rules.findIndex(
    ({ states = [state], index = [order], every = 1, share = 1 }, rule) =>
      states.includes(state) &&
      index.includes(order) &&
      (order + 1) % every === 0 &&
      rngFor(seed, "deliveryRule", rule, deliveryId).chance(share),
  );
  return rules[found]?.fault;
}

/** When the next attempt of a delivery is due; undefined if there won't be one. */
export function nextAttemptAt(
  delivery: Delivery,
  attempts: readonly DeliveryAttempt[],
  seed: number,
): Instant | undefined {
  const { fault, at } = delivery;
  if (fault?.kind === "never") return undefined;
  const last = attempts.at(-1);
  if (last === undefined) {
    if (fault?.kind !== "late") return at;
    return at + drawMs(fault.by, rngFor(seed, "late", delivery.deliveryId));
  }
  const needed = fault?.kind === "twice" ? 2 : 1;
  if (attempts.filter(isDelivered).length >= needed) return undefined;
  const pauseMs = PAUSES_MS[attempts.length - 1] ?? 10 * HOUR;
  const next = last.at + pauseMs;
  return next <= at + GIVE_UP_MS ? next : undefined;
}

/** The fault that affects a delivery's next attempt; undefined if none does. */
export function faultOfNext(
  { fault }: Delivery,
  attempts: readonly DeliveryAttempt[],
): DeliveryFault | undefined {
  if (fault?.kind === "twice") return attempts.some(isDelivered) ? fault : undefined;
  return attempts.length === 0 ? fault : undefined;
}

export function isAccepted({ status }: DeliveryAttempt): boolean {
  return Math.floor(status / 100) === 2;
}

/** Whether a fault damaged an attempt, so that the receiver must reject it. */
export function isForged({ fault }: DeliveryAttempt): boolean {
  return fault === "signature" || fault === "truncate";
}

/**
 * Whether the service knows that the receiver accepted the event. Damaged attempts don't count,
 * because they imitate requests that the service didn't send.
 */
function isDelivered(attempt: DeliveryAttempt): boolean {
  return isAccepted(attempt) && !isForged(attempt) && attempt.fault !== "lost";
}

/** A job's next attempts, at most one per delivery; `attempts` has past attempts by delivery ID. */
export function plannedAttempts(
  job: DeliveryJob,
  attempts: ReadonlyMap<string, readonly DeliveryAttempt[]>,
  rules: DeliveryRules,
): readonly DueAttempt[] {
  return deliveriesOf(job, rules).flatMap((delivery) => {
    const at = nextAttemptAt(delivery, attempts.get(delivery.deliveryId) ?? [], rules.seed);
    return at === undefined ? [] : [{ delivery, at }];
  });
}

/** Orders attempts by due time, then by the time of the event, then by delivery ID. */
export function inOrder(a: DueAttempt, b: DueAttempt): number {
  const { delivery: first } = a;
  const { delivery: second } = b;
  return a.at - b.at || first.at - second.at || (first.deliveryId < second.deliveryId ? -1 : 1);
}
