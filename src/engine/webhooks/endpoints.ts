import { defined } from "../../core/defined.ts";
import { ApiError } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import type { Instant } from "../../core/time.ts";
import type { WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import type { StateView } from "../../state/state-event.ts";
import type { Answer, CallContext, NamedCall } from "../call-context.ts";
import type { Act } from "../fields.ts";
import { jobIdOf } from "../job-id.ts";
import { pageOf } from "../page.ts";
import { invalidField } from "../submission.ts";
import { drawSecret, endpointChanged, newEndpoint, urlForm } from "./new-endpoint.ts";

const DAY_MS = 86_400_000;

/** Number of characters to show from the end of a secret; the whole secret is shown only once. */
const HINT_LENGTH = 4;

export const createWebhook: Act<"createWebhook"> = ({ sandbox, rules }, call) => {
  const { name = "", url, events } = call.fields;
  checkUrl(call, url);
  const at = sandbox.clock.now();
  const idFormat = String(rules.assumptions["webhook-id-format"] ?? "webhook-{base62}");
  const endpoint = newEndpoint(sandbox, at, { name, url, events: [events].flat(), idFormat });
  sandbox.record(endpointChanged(at, endpoint));
  return shown(endpoint, true);
};

export const getWebhook: Act<"getWebhook"> = ({ sandbox }, { fields }) => {
  return shown(endpointOf(sandbox.state, fields.endpointId));
};

export const listWebhooks: Act<"listWebhooks"> = ({ sandbox }, call) => {
  const all = [...sandbox.state.endpoints.values()].filter((each) => each !== undefined).reverse();
  const { page, ...others } = pageOf(all, ({ endpointId }) => endpointId, call);
  const endpoints = page.map((endpoint) => viewOf(endpoint));
  return { kind: "view", view: { endpoints, ...others } };
};

export const updateWebhook: Act<"updateWebhook"> = (context, call) => {
  const { endpointId, name, url, events } = call.fields;
  if (url !== undefined) checkUrl(call, url);
  return change(context, endpointId, (endpoint, at) => {
    const added = events === undefined ? [] : [{ from: at, events: [events].flat() }];
    const next: WebhookEndpoint = {
      ...endpoint,
      ...defined({ name, url }),
      subscriptions: [...endpoint.subscriptions, ...added],
    };
    const isSame = JSON.stringify(viewOf(next)) === JSON.stringify(viewOf(endpoint));
    return isSame ? endpoint : { ...next, updatedAt: at };
  });
};

/** Replaces an endpoint's secret; the new secret is shown only once. */
export const rotateWebhookSecret: Act<"rotateWebhookSecret"> = (context, { fields }) => {
  const { endpointId, keepsOld } = fields;
  const rotate = (endpoint: WebhookEndpoint, at: Instant): WebhookEndpoint => {
    const until = keepsOld === true ? at + DAY_MS : at;
    const { secrets } = endpoint;
    const secret = drawSecret(context.sandbox.seed, endpointId, secrets.length);
    // Rotating again doesn't extend the time for which an older secret is used to sign.
    const replaced = secrets.map((each) => ({
      ...each,
      until: Math.min(each.until ?? until, until),
    }));
    return { ...endpoint, updatedAt: at, secrets: [{ secret }, ...replaced] };
  };
  return change(context, endpointId, rotate, true);
};

export const deleteWebhook: Act<"deleteWebhook"> = ({ sandbox }, { fields: { endpointId } }) => {
  endpointOf(sandbox.state, endpointId);
  sandbox.record({ kind: "endpointChanged", endpointId, at: sandbox.clock.now() });
  return { kind: "view", view: { endpointId } };
};

/** Sends a test event to an endpoint, and waits for the response. */
export const testWebhook: Act<"testWebhook"> = async ({ sandbox, rules, services }, call) => {
  const { endpointId, event } = call.fields;
  endpointOf(sandbox.state, endpointId);
  const known = Object.keys(rules.webhooks?.events ?? {});
  if (!known.includes(event))
    throw problem(call, "event", `one of the service's events, ${listed(known)}`, event);
  const jobId = jobIdOf(services.digest(JSON.stringify(["test", endpointId])), rules.assumptions);
  const { outbox } = sandbox;
  if (outbox === undefined) throw new RangeError("Expected the sandbox to have an outbox.");
  const { status, reason } = await outbox.test(endpointId, event, jobId);
  if (reason === undefined) return { kind: "view", view: { endpointId, event, status, jobId } };
  // The request is valid, so the error names no problem with it.
  throw new ApiError("invalid-request", `Failed to send the event to the endpoint: ${reason}.`);
};

function change(
  { sandbox }: CallContext,
  endpointId: string,
  next: (endpoint: WebhookEndpoint, at: Instant) => WebhookEndpoint,
  showsSecret = false,
): Answer {
  const at = sandbox.clock.now();
  const before = endpointOf(sandbox.state, endpointId);
  const endpoint = next(before, at);
  if (endpoint !== before) sandbox.record(endpointChanged(at, endpoint));
  return shown(endpoint, showsSecret);
}

function endpointOf({ endpoints }: StateView, endpointId: string): WebhookEndpoint {
  const endpoint = endpoints.get(endpointId);
  if (endpoint !== undefined) return endpoint;
  throw new ApiError("unknown-webhook", `Webhook endpoint \`${endpointId}\` does not exist.`);
}

function checkUrl(call: NamedCall, url: string): void {
  const form = urlForm(url);
  if (form !== undefined) throw problem(call, "url", form, url);
}

function problem(call: NamedCall, field: string, form: string, value: string): ApiError {
  const message = `Expected \`${call.wireName(field)}\` to be ${form}, got \`${value}\`.`;
  return invalidField(call, field, { message, type: "format" });
}

function shown(endpoint: WebhookEndpoint, showsSecret = false): Answer {
  const [{ secret }] = endpoint.secrets;
  const view = { ...viewOf(endpoint), ...(showsSecret ? { secret } : {}) };
  return { kind: "view", view: { endpoint: view } };
}

function viewOf(endpoint: WebhookEndpoint): JsonObject {
  const { endpointId, name, url, createdAt, updatedAt, subscriptions, secrets } = endpoint;
  const events = [...(subscriptions.at(-1)?.events ?? [])];
  const secretHint = `…${secrets[0].secret.slice(-HINT_LENGTH)}`;
  return { endpointId, name, url, events, createdAt, updatedAt, secret: null, secretHint };
}
