import type { JsonObject } from "../core/json.ts";
import type { WebhookEvents } from "../core/webhooks/endpoint.ts";
import { asObject } from "./document-place.ts";
import { compileTemplate, type Template } from "./template/template.ts";

export type WebhookRules = {
  readonly events: WebhookEvents;
  readonly headers: Template;
  readonly body: Template;
};

/** The styles of webhooks: none, or those of standardwebhooks.com. */
export const WEBHOOK_STYLES: readonly string[] = ["none", "standard"];

/** What a document, which has been checked, says about webhooks; undefined if its service sends none. */
export function webhookRulesOf(document: JsonObject): WebhookRules | undefined {
  const { style = "none", headers = {}, body = {} } = asObject(document["x-webhooks"]);
  if (style === "none") return undefined;
  return {
    events: webhookEvents(document),
    headers: compileTemplate(headers),
    body: compileTemplate(body),
  };
}

/** The events that a service may deliver, with the state that causes each. */
export function webhookEvents(document: JsonObject): WebhookEvents {
  return asObject(asObject(document["x-webhooks"])["events"]) as WebhookEvents;
}

/** The values that the templates of `x-webhooks` can use: their meaning, one sentence each. */
export const WEBHOOK_VALUES: Readonly<Record<string, string>> = {
  deliveryId: "ID of the delivery, 22 letters and digits; the same for all of its attempts.",
  eventId: "ID of the event, 22 letters and digits; the same for all endpoints.",
  event: "Name of the event.",
  jobId: "ID of the job.",
  state: "The job's state, under its name in `x-states`.",
  createdAt: "When the event happened, in ISO 8601 or Unix seconds.",
  timestamp: "When the attempt is made, in Unix seconds of the wall clock; only in `headers`.",
  signatures:
    "The signatures: `v1,` and an HMAC-SHA256 in base64 for each secret, separated by spaces; only in `headers`.",
};
