import { SimulatorError } from "../../core/errors.ts";
import { TEST_ENDPOINT_ID } from "../../core/webhooks/endpoint.ts";
import { endpointChanged, newEndpoint, urlForm } from "../../engine/webhooks/new-endpoint.ts";
import type { WebhookRequest } from "../arguments.ts";
import type { VerbScope } from "../host.ts";
import type { WebhookReport } from "../reports.ts";
import { defineVerb, type Verb } from "../verb.ts";

const SECRET_FORM = "`whsec_` followed by Base64";

/**
 * Adds an endpoint that receives events from now on.
 *
 * @method webhooks.add(options: WebhookRequest)
 */
export const addWebhookVerb: Verb<WebhookRequest, WebhookReport> = defineVerb({
  route: "POST /webhooks",
  summary: "Add an endpoint that receives webhooks",
  body: "json",
  example: { url: "http://127.0.0.1:1/", secret: "whsec_AAAA" },
  arguments: ({ z, keys, optional, line, list }) =>
    keys({
      url: line.meta({ description: "URL to which events are delivered." }),
      events: optional(list(line), "Names of the events to deliver. Default: all."),
      secret: optional(
        z.string().regex(/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/, { error: SECRET_FORM }),
        "Signing secret: `whsec_` followed by Base64. Default: derived from the seed.",
      ),
    }),
  act: (scope, { url, events, secret }) => {
    const { sandbox } = scope;
    const known = eventsOf(scope);
    const unknown = events?.find((event) => !known.includes(event));
    const names = known.map((each) => `\`${each}\``).join(", ");
    if (unknown !== undefined) throw wrong("events", `one or more of ${names}`, unknown);
    const form = urlForm(url);
    if (form !== undefined) throw wrong("url", form, url);
    const at = sandbox.clock.now();
    const own = secret === undefined ? {} : { secret };
    const settings = { url, events: events ?? known, ...own, name: "test" };
    const endpoint = newEndpoint(sandbox, at, { ...settings, idFormat: TEST_ENDPOINT_ID });
    sandbox.record(endpointChanged(at, endpoint));
    const { endpointId, secrets } = endpoint;
    return { endpointId, url, events: settings.events, secret: secrets[0].secret };
  },
});

function eventsOf({ host, sandbox }: VerbScope): readonly string[] {
  const { webhooks } = host.specOf(sandbox);
  if (webhooks !== undefined) return Object.keys(webhooks.events);
  const message =
    "Failed to add the endpoint: the service sends no webhooks. Use an API with webhooks, or set `assumptions: { webhooks: standard }` in the scenario.";
  throw new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path: "url", message }] });
}

function wrong(path: string, form: string, value: string): SimulatorError {
  const message = `Expected \`${path}\` to be ${form}, got \`${value}\`.`;
  return new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path, message }] });
}
