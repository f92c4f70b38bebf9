import { drawBase62, rngFor } from "../../core/rng.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { Instant } from "../../core/time.ts";
import type { ScenarioWebhook, WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import { checkHost, RefusedAddressError } from "../../input/url/address-policy.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StateEvent } from "../../state/state-event.ts";

/** Settings for a new endpoint, whose ID and default secret are derived from the seed. */
export type EndpointSettings = ScenarioWebhook & {
  readonly name: string;
  /** The form of the ID; `{base62}` is replaced with letters and digits. */
  readonly idFormat: string;
  readonly isOfScenario?: true;
};

/** Makes an endpoint whose ID and default secret differ from those of all earlier endpoints. */
export function newEndpoint(
  { seed, state: { endpoints } }: Pick<Sandbox, "seed" | "state">,
  at: Instant,
  { idFormat, events = [], secret, ...own }: EndpointSettings,
): WebhookEndpoint {
  const id = drawBase62(rngFor(seed, "endpoint", endpoints.size));
  const endpointId = idFormat.replace("{base62}", () => id);
  return {
    ...own,
    ...{ endpointId, createdAt: at, updatedAt: at },
    subscriptions: [{ from: at, events }],
    secrets: [{ secret: secret ?? drawSecret(seed, endpointId, 0) }],
  };
}

export function drawSecret(seed: number, endpointId: string, nth: number): string {
  const rng = rngFor(seed, "secret", endpointId, nth);
  const bytes = Array.from({ length: 32 }, () => rng.below(256));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** The required form of a delivery URL; undefined if the URL has that form. */
export function urlForm(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return "an HTTP URL";
  try {
    checkHost(parsed.hostname);
    return undefined;
  } catch (error) {
    if (!(error instanceof RefusedAddressError)) throw error;
    return `a URL to which events can be delivered (${error.message})`;
  }
}

export function endpointChanged(at: Instant, endpoint: WebhookEndpoint): StateEvent {
  return { kind: "endpointChanged", endpointId: endpoint.endpointId, at, endpoint };
}

export function scenarioEndpointEvents(
  sandbox: Sandbox,
  { webhooks = [] }: Scenario,
): readonly StateEvent[] {
  const { state, clock } = sandbox;
  const at = clock.now();
  const before = [...state.endpoints.values()].flatMap((each) =>
    each?.isOfScenario ? [each] : [],
  );
  const isSame = JSON.stringify(state.scenario.webhooks ?? []) === JSON.stringify(webhooks);
  if (isSame && before.length === webhooks.length) return [];
  const gone = before.map(
    ({ endpointId }) => ({ kind: "endpointChanged", endpointId, at }) as const,
  );
  const made = webhooks.map((webhook, index) => {
    const name = `scenario-${index + 1}`;
    const own = { name, idFormat: `${name}-{base62}`, isOfScenario: true } as const;
    return endpointChanged(at, newEndpoint(sandbox, at, { ...webhook, ...own }));
  });
  return [...gone, ...made];
}
