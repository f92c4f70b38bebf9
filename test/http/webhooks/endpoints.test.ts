import { expect, test } from "@jest/globals";
import { call, startOpenAi } from "../../support/openai-client.ts";
import { isSigned, startReceiver } from "../../support/webhook-receiver.ts";

const EVENTS = ["batch.completed", "batch.failed"];

test("an endpoint is created, listed, updated, and deleted; its secret is shown once", async () => {
  await using sim = await startOpenAi({ clock: "manual" });
  const settings = { name: "jobs", url: "http://127.0.0.1:9/hook", event_types: EVENTS };
  const made = await call(sim, "POST", "/webhook_endpoints", settings);
  const shown = {
    id: expect.stringMatching(/^whe_\w{22}$/),
    object: "webhook_endpoint",
    created_at: 1_893_456_000,
    updated_at: 1_893_456_000,
    ...settings,
    signing_secret_hint: expect.stringMatching(/^….{4}$/),
  };
  expect(made).toEqual({
    status: 200,
    body: { ...shown, signing_secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) },
  });
  const path = `/webhook_endpoints/${String(made.body["id"])}`;
  expect(await call(sim, "GET", path)).toEqual({ status: 200, body: shown });
  const second = await call(sim, "POST", "/webhook_endpoints", settings);
  expect(second.body["id"]).not.toBe(made.body["id"]);
  const page = await call(sim, "GET", "/webhook_endpoints?limit=1");
  expect(page.body).toMatchObject({ data: [{ id: second.body["id"] }], has_more: true });
  await sim.clock.advance("10s");
  const renamed = { ...shown, name: "others", updated_at: 1_893_456_010 };
  expect((await call(sim, "POST", path, { name: "others" })).body).toEqual(renamed);
  await sim.clock.advance("10s");
  expect((await call(sim, "POST", path, { name: "others" })).body).toEqual(renamed);
  expect((await call(sim, "DELETE", path)).body).toEqual({
    id: made.body["id"],
    object: "webhook_endpoint.deleted",
    deleted: true,
  });
  expect(await call(sim, "GET", path)).toEqual({
    status: 404,
    body: {
      error: {
        message: `Webhook endpoint \`${String(made.body["id"])}\` does not exist.`,
        type: "invalid_request_error",
        param: null,
        code: null,
      },
    },
  });
});

test("an endpoint's URL must be one that deliveries are sent to", async () => {
  await using sim = await startOpenAi();
  const create = async (url: string) => {
    const settings = { name: "jobs", url, event_types: EVENTS };
    const { status, body } = await call(sim, "POST", "/webhook_endpoints", settings);
    return [status, (body["error"] as { message?: unknown } | undefined)?.message];
  };
  expect(await create("ftp://127.0.0.1/")).toEqual([
    400,
    "Expected `url` to be an HTTP URL, got `ftp://127.0.0.1/`.",
  ]);
  expect(await create("http://169.254.169.254/latest")).toEqual([
    400,
    "Expected `url` to be a URL to which events can be delivered (`169.254.169.254` is a cloud metadata address, which is refused), got `http://169.254.169.254/latest`.",
  ]);
});

test("a test event is sent at once; the replaced secret signs for 24 hours if the client wants", async () => {
  await using receiver = await startReceiver();
  await using sim = await startOpenAi({ clock: "manual" });
  const settings = { name: "jobs", url: receiver.url, event_types: EVENTS };
  const { id, signing_secret: first } = (await call(sim, "POST", "/webhook_endpoints", settings))
    .body;
  const path = `/webhook_endpoints/${String(id)}`;
  const rotated = async (body: object = {}) =>
    (await call(sim, "POST", `${path}/rotate_secret`, body)).body["signing_secret"];
  const signers = async (): Promise<readonly boolean[]> => {
    const result = await call(sim, "POST", `${path}/test`, { event_type: "batch.completed" });
    expect(result).toEqual({
      status: 200,
      body: {
        object: "webhook_endpoint.test",
        event_type: "batch.completed",
        status_code: 200,
        success: true,
        webhook_endpoint_id: id,
      },
    });
    const last = receiver.received.at(-1);
    return secrets.map((secret) => last !== undefined && isSigned(last, String(secret)));
  };
  const secrets: unknown[] = [first];
  expect(await signers()).toEqual([true]);
  secrets.push(await rotated({ keep_old_secret_active_for_24_hours: true }));
  expect(await signers()).toEqual([true, true]);
  secrets.push(await rotated());
  expect(await signers()).toEqual([false, false, true]);
  secrets.push(await rotated({ keep_old_secret_active_for_24_hours: true }));
  await sim.clock.advance("24h");
  expect(await signers()).toEqual([false, false, false, true]);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
});

test("a test of an endpoint says what is wrong with it or with the event", async () => {
  await using sim = await startOpenAi();
  const settings = { name: "jobs", url: "http://127.0.0.1:1/", event_types: EVENTS };
  const { id } = (await call(sim, "POST", "/webhook_endpoints", settings)).body;
  const message = async (event_type: string) => {
    const path = `/webhook_endpoints/${String(id)}/test`;
    const { status, body } = await call(sim, "POST", path, { event_type });
    return [status, (body["error"] as { message?: unknown }).message];
  };
  expect(await message("batch.completed")).toEqual([
    400,
    "Failed to send the event to the endpoint: the connection was refused (ECONNREFUSED).",
  ]);
  expect(await message("video.failed")).toEqual([
    400,
    "Expected `event_type` to be one of the service's events, `batch.completed`, `batch.failed`, `batch.expired`, `batch.cancelled`, got `video.failed`.",
  ]);
});
