import type { Instant } from "../core/time.ts";
import type { Delivery, DeliveryAttempt } from "../core/webhooks/delivery.ts";

export type Outbox = {
  /**
   * Moves the clock to each delivery that is due by an instant, and makes it. Resolves when all of them were made, or after 30
   * seconds of wall time: with those that were not.
   */
  readonly deliverUntil: (at: Instant) => Promise<readonly Delivery[]>;
  /** When the next attempt is due, once everything due has been sent; undefined if none will be. */
  readonly nextAt: () => Promise<Instant | undefined>;
  /** Sends an event that did not happen, at once. Throws a RangeError for an unknown endpoint. */
  readonly test: (endpointId: string, event: string, jobId: string) => Promise<DeliveryAttempt>;
};
