import { expect, test } from "@jest/globals";
import {
  call,
  chatLine,
  createBatch,
  ended,
  linesOf,
  runBatch,
  uploaded,
} from "../support/openai-client.ts";
import { startTestSimulator } from "../support/simulator.ts";

// Groq's Batch API, where it differs from OpenAI's.

test("a batch runs below the path that the SDKs add, and has fewer fields", async () => {
  await using sim = await startTestSimulator({ api: "groq" });
  expect(sim.baseUrl).toBe(`${sim.deploymentUrl}/openai/v1`);
  const batch = await runBatch(sim, [chatLine("a")]);
  expect(batch).toEqual({
    id: expect.stringMatching(/^batch_/),
    object: "batch",
    endpoint: "/v1/chat/completions",
    errors: null,
    input_file_id: expect.stringMatching(/^file-/),
    completion_window: "24h",
    status: "completed",
    output_file_id: `file-output-${batch["id"]}`,
    error_file_id: null,
    created_at: 1_893_456_000,
    expires_at: 1_893_542_400,
    in_progress_at: expect.any(Number),
    finalizing_at: expect.any(Number),
    completed_at: expect.any(Number),
    failed_at: null,
    expired_at: null,
    cancelling_at: null,
    cancelled_at: null,
    request_counts: { total: 1, completed: 1, failed: 0 },
    metadata: null,
  });
  expect(Object.keys(await linesOf(sim, batch["output_file_id"]))).toEqual(["a"]);
  expect(await call(sim, "GET", "/batches")).toEqual({
    status: 200,
    body: { object: "list", data: [batch] },
  });
});

test("a batch may take up to 7 days, and is for chat completions only", async () => {
  await using sim = await startTestSimulator({ api: "groq" });
  const fileId = await uploaded(sim, [chatLine("a")]);
  const { body } = await createBatch(sim, fileId, undefined, { completion_window: "7d" });
  expect(body["expires_at"]).toBe(1_893_456_000 + 7 * 86_400);
  expect((await ended(sim, String(body["id"])))["status"]).toBe("completed");
  const refused = [
    await createBatch(sim, fileId, undefined, { completion_window: "8d" }),
    await createBatch(sim, fileId, "/v1/responses"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  expect(refused[0]?.body["error"]).toMatchObject({
    message: expect.stringMatching(/ A window is from 24h to 168h, or from 1d to 7d\.$/),
  });
});
