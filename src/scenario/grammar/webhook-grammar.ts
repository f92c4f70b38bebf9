import * as z from "zod";
import { JOB_STATES } from "../../core/job/state.ts";
import type { DeliveryFault, DeliveryRule, ScenarioWebhook } from "../../core/webhooks/endpoint.ts";
import type { SpecVocabulary } from "../parse-options.ts";
import { distribution } from "./distribution-grammar.ts";
import { choiceOf } from "./expectation.ts";
import { keyList } from "./key-list.ts";
import {
  countOf,
  flag,
  indexes,
  keys,
  oneOrMore,
  optional,
  share,
  textLike,
  wholeNumber,
} from "./values.ts";

const URL_FORM = "an http or https URL, such as `http://127.0.0.1:4011/webhook`";
const NO_EVENTS = "no webhooks, because the served API has none";

const url = z
  .string({ error: URL_FORM })
  .refine((text) => URL.canParse(text) && /^https?:/.test(text), { error: URL_FORM });

const secret = textLike(/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/, "`whsec_` followed by Base64");

export function webhookKeys(vocabulary: SpecVocabulary) {
  return {
    webhooks: optional(
      z.array(webhook(vocabulary)),
      "Webhook endpoints that exist from the start. Allowed only if the API has webhooks.",
    ),
    deliveries: optional(
      z.array(deliveryRule),
      "How webhook deliveries misbehave; the first matching rule applies.",
    ),
  };
}

function webhook({
  webhookEvents,
}: Pick<SpecVocabulary, "webhookEvents">): z.ZodType<ScenarioWebhook> {
  const form = webhookEvents.length === 0 ? NO_EVENTS : choiceOf(webhookEvents);
  const event = z
    .string({ error: form })
    .refine((name) => webhookEvents.includes(name), { error: form });
  return keys({
    url: url.describe("URL to which events are delivered."),
    events: optional(oneOrMore(event, form), "Names of the events to deliver. Default: all."),
    secret: optional(
      secret,
      "The secret that signs deliveries: `whsec_` followed by Base64. Default: a secret derived from the seed and the endpoint's ID, which `snapshot()` shows.",
    ),
  })
    .refine(() => webhookEvents.length > 0, { error: NO_EVENTS })
    .transform((given) => ({ events: webhookEvents, ...given }));
}

const FAULTS = {
  late: optional(
    distribution.transform((by): DeliveryFault => ({ kind: "late", by })),
    "The first attempt is made after this delay. Random delays can change the order of deliveries.",
  ),
  twice: optional(
    flag.transform((): DeliveryFault => ({ kind: "twice" })),
    "The webhook is sent again, with the same ID, after the receiver has accepted it.",
  ),
  never: optional(
    flag.transform((): DeliveryFault => ({ kind: "never" })),
    "The webhook is never sent.",
  ),
  signature: optional(
    z
      .enum(["wrong", "replaced", "old"])
      .transform((signature): DeliveryFault => ({ kind: "signature", signature })),
    "The first attempt is signed with a wrong secret (`wrong`), with an earlier secret that was replaced (`replaced`), or with a timestamp from ten minutes ago (`old`).",
  ),
  truncate: optional(
    share.transform((part): DeliveryFault => ({ kind: "truncate", share: part })),
    "The first attempt contains only this share of the body.",
  ),
  lost: optional(
    flag.transform((): DeliveryFault => ({ kind: "lost" })),
    "The connection is lost as soon as the receiver has accepted the first attempt, so the service makes another attempt.",
  ),
};

const FAULT_KEYS = Object.keys(FAULTS);

const deliveryRule: z.ZodType<DeliveryRule> = keys({
  states: optional(
    oneOrMore(z.enum(JOB_STATES), "a state, or a list of states"),
    "Deliveries about jobs that entered one of these states (use batch-sim's state names).",
  ),
  index: optional(indexes, "Deliveries about the jobs with these indexes. Indexes start at 0."),
  every: optional(
    wholeNumber(1),
    "Deliveries about every nth job: 2 selects the jobs with indexes 1, 3, 5, and so on.",
  ),
  share: optional(share, "About this share of all deliveries. The seed determines which."),
  ...FAULTS,
})
  .refine(...countOf(FAULT_KEYS, [1], `an object with exactly one of ${keyList(FAULT_KEYS)}`))
  .transform(({ late, twice, never, signature, truncate, lost, ...jobs }) => ({
    ...jobs,
    fault: late ?? twice ?? signature ?? truncate ?? lost ?? never ?? { kind: "never" },
  }));
