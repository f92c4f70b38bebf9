import type { SampleRules } from "../../core/use-case-needs.ts";
import { valuesUnder } from "../job-values.ts";
import { PAGE_FIELDS, pageValues, samplePages } from "../page.ts";
import { type UseCase, useCase } from "../use-case.ts";
import {
  CREATE_ENDPOINT_FIELDS,
  createWebhook,
  deleteWebhook,
  ENDPOINT_FIELDS,
  getWebhook,
  listWebhooks,
  ROTATE_FIELDS,
  rotateWebhookSecret,
  TEST_FIELDS,
  testWebhook,
  UPDATE_ENDPOINT_FIELDS,
  updateWebhook,
} from "./endpoints.ts";

const ENDPOINT_VALUES = {
  endpointId: "ID of the endpoint.",
  name: "Its name.",
  url: "Where events are delivered.",
  events: "Names of the events that it gets.",
  createdAt: "When it was created, in ISO 8601 or Unix seconds.",
  updatedAt: "When it was last changed, in ISO 8601 or Unix seconds.",
  secret: "The secret that signs deliveries, if the request has made it; otherwise null.",
  secretHint: "The last characters of the secret.",
};

const ONE_ENDPOINT = { endpoint: "The endpoint.", ...valuesUnder("endpoint.", ENDPOINT_VALUES) };

function sample({ events = [] }: SampleRules) {
  return {
    endpointId: "webhook-1",
    name: "jobs",
    url: "http://127.0.0.1:4011/",
    events: events.slice(0, 1),
    createdAt: 1_893_456_000_000,
    updatedAt: 1_893_456_000_000,
    secret: null,
    secretHint: "…AAA=",
  };
}

const ONE = { errors: ["unknown-webhook"] } as const;

const SHOWN = {
  values: ONE_ENDPOINT,
  samples: (rules: SampleRules) => [{ endpoint: sample(rules) }],
};

const WITH_SECRET = {
  values: ONE_ENDPOINT,
  samples: (rules: SampleRules) => [{ endpoint: { ...sample(rules), secret: "whsec_AAAA" } }],
};

export const WEBHOOK_USE_CASES: Readonly<Record<string, UseCase>> = {
  createWebhook: useCase({
    ...WITH_SECRET,
    fields: CREATE_ENDPOINT_FIELDS,
    errors: ["invalid-request"],
    act: createWebhook,
  }),
  getWebhook: useCase({ ...ONE, ...SHOWN, fields: ENDPOINT_FIELDS, act: getWebhook }),
  listWebhooks: useCase({
    fields: PAGE_FIELDS,
    values: {
      endpoints: "The endpoints on the page, newest first.",
      ...valuesUnder("endpoints[].", ENDPOINT_VALUES),
      ...pageValues("endpoint"),
    },
    samples: (rules) =>
      samplePages("webhook-1").map((page) => {
        return { endpoints: page["hasMore"] ? [sample(rules)] : [], ...page };
      }),
    act: listWebhooks,
  }),
  updateWebhook: useCase({
    ...ONE,
    ...SHOWN,
    fields: UPDATE_ENDPOINT_FIELDS,
    errors: ["unknown-webhook", "invalid-request"],
    act: updateWebhook,
  }),
  rotateWebhookSecret: useCase({
    ...ONE,
    ...WITH_SECRET,
    fields: ROTATE_FIELDS,
    act: rotateWebhookSecret,
  }),
  deleteWebhook: useCase({
    ...ONE,
    fields: ENDPOINT_FIELDS,
    values: { endpointId: ENDPOINT_VALUES.endpointId },
    samples: () => [{ endpointId: "webhook-1" }],
    act: deleteWebhook,
  }),
  testWebhook: useCase({
    ...ONE,
    fields: TEST_FIELDS,
    errors: ["unknown-webhook", "invalid-request"],
    values: {
      endpointId: ENDPOINT_VALUES.endpointId,
      event: "Name of the event that was sent.",
      status: "The receiver's status.",
    },
    samples: ({ events = [] }) => [
      { endpointId: "webhook-1", event: events[0] ?? "", status: 204 },
    ],
    act: testWebhook,
  }),
};
