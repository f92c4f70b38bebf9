import { expect, test } from "@jest/globals";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { actionsFor } from "../../src/verify/patch/actions.ts";

test.each([
  ["retry-after", "seconds", "5"],
  ["location", "present", "/"],
  ["ratelimit-limit", "present", "100"],
  ["ratelimit-policy", "present", "100;w=60"],
  ["x-ratelimit-limit", "present", "100"],
  ["x-ratelimit-limit-requests", "present", "100"],
  ["content-disposition", "attachment", "attachment"],
])(
  "an error gets the header %s with a value that clients can read",
  async (place, service, value) => {
    const found = {
      kind: "header",
      operationId: "getJobStatus",
      situation: "an unknown job",
    } as const;
    const actions = actionsFor(await loadBaseDocument(), {
      ...{ ...found, error: "unknown-job", place, service, simulator: "absent", shownBy: {} },
    });
    expect(actions).toEqual([
      { target: "$['x-errors']['unknown-job']", update: { headers: { [place]: value } } },
    ]);
  },
);

test("a Retry-After that is a date gets no action, because it would soon be in the past", async () => {
  const found = {
    kind: "header",
    operationId: "getJobStatus",
    situation: "an unknown job",
  } as const;
  const difference = { ...found, error: "unknown-job", place: "retry-after", shownBy: {} };
  const service = { service: "a date", simulator: "absent" };
  expect(actionsFor(await loadBaseDocument(), { ...difference, ...service })).toEqual([]);
});
