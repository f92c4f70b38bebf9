import type { Distribution } from "../job/profile.ts";
import type { JobState } from "../job/state.ts";
import type { Instant } from "../time.ts";

/** A secret that signs deliveries during a period. */
export type SigningSecret = {
  readonly secret: string;
  /** Time when the secret expires; undefined for the current one. */
  readonly until?: Instant;
};

/** The events to which an endpoint is subscribed, starting at an instant. */
export type Subscription = { readonly from: Instant; readonly events: readonly string[] };

/** An endpoint to which a service delivers events. */
export type WebhookEndpoint = {
  readonly endpointId: string;
  readonly name: string;
  readonly url: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Oldest first. All are kept, because an update doesn't affect deliveries of earlier events. */
  readonly subscriptions: readonly [Subscription, ...Subscription[]];
  /** Newest first. */
  readonly secrets: readonly [SigningSecret, ...SigningSecret[]];
  /** Whether the scenario defines the endpoint. */
  readonly isOfScenario?: true;
};

/** The form of IDs for endpoints that a test adds through the control API. */
export const TEST_ENDPOINT_ID = "test-{base62}";

/** Whether a test added the endpoint through the control API. */
export function isTestEndpoint(endpointId: string): boolean {
  return endpointId.startsWith("test-");
}

/** An endpoint that a scenario defines. It exists from the start. */
export type ScenarioWebhook = {
  readonly url: string;
  /** Names of the events to deliver; by default, all. */
  readonly events?: readonly string[];
  /** The signing secret; by default, one derived from the seed. */
  readonly secret?: string;
};

/** Names of a service's events on the wire, with the state that causes each. */
export type WebhookEvents = Readonly<Record<string, JobState>>;

/** Why a signature is invalid: it uses a wrong or replaced secret, or an old timestamp. */
export type SignatureFault = "wrong" | "replaced" | "old";

/** How a delivery misbehaves. */
export type DeliveryFault =
  /** The first attempt is this much later than usual. */
  | { readonly kind: "late"; readonly by: Distribution }
  /** The event is sent again after it was accepted. */
  | { readonly kind: "twice" }
  /** The event is never sent. */
  | { readonly kind: "never" }
  /** The first attempt has a bad signature. */
  | { readonly kind: "signature"; readonly signature: SignatureFault }
  /** The first attempt sends only this share of its body. */
  | { readonly kind: "truncate"; readonly share: number }
  /** The connection is lost as soon as the receiver has accepted the first attempt. */
  | { readonly kind: "lost" };

/** A rule for deliveries; the first rule that matches a delivery applies. */
export type DeliveryRule = {
  /** The states that cause the events; undefined for all. */
  readonly states?: readonly JobState[];
  /** The jobs' indexes in the sandbox, from 0; undefined for all. */
  readonly index?: readonly number[];
  /** Every nth job, by index: for 2, the jobs with indexes 1, 3, 5, …; undefined for all. */
  readonly every?: number;
  /** Approximate share of the deliveries, in 0..1, chosen with the seed. Undefined for all. */
  readonly share?: number;
  readonly fault: DeliveryFault;
};

/** The endpoint's subscription at an instant; undefined before its creation. */
export function subscriptionAt(
  { subscriptions }: WebhookEndpoint,
  at: Instant,
): Subscription | undefined {
  return subscriptions.findLast(({ from }) => from <= at);
}

/** The secrets in use at an instant, newest first. */
export function secretsAt({ secrets }: WebhookEndpoint, at: Instant): readonly string[] {
  return secrets
    .filter(({ until = Number.POSITIVE_INFINITY }) => at < until)
    .map(({ secret }) => secret);
}
