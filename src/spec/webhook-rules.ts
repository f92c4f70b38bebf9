import type { JsonObject } from "../core/json.ts";
import type { WebhookEvents } from "../core/webhooks/endpoint.ts";
import { asObject } from "./document-place.ts";
import { compileTemplate } from "./template/template.ts";

export const WEBHOOK_STYLES: readonly string[] = ["none", "standard"];

/** A checked document's rules for webhooks; undefined if its service sends none. */
export function webhookRulesOf(document: JsonObject) {
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

/** The values that the templates of `x-webhooks` can use, the last two only in `headers`. */
export const WEBHOOK_VALUES: readonly string[] = [
  ...["deliveryId", "eventId", "event", "jobId", "state", "createdAt", "timestamp", "signatures"],
];
