import { expect, test } from "@jest/globals";
import {
  CHAT,
  call,
  chatLine,
  type Json,
  send,
  startOpenAi,
  uploaded,
} from "../support/openai-client.ts";

/** Runs a batch of three requests, of which the last one fails, to its end. */
async function endedBatch(
  sim: Awaited<ReturnType<typeof startOpenAi>>,
): Promise<Json & { lines: readonly Json[] }> {
  const lines = [
    chatLine("a"),
    chatLine("b"),
    { ...chatLine("c"), body: { model: "gpt-4o-mini" } },
  ];
  const input_file_id = await uploaded(sim, lines);
  const fields = { input_file_id, endpoint: CHAT, completion_window: "24h" };
  const { body } = await call(sim, "POST", "/batches", fields);
  await sim.clock.advance("1h");
  return { ...(await call(sim, "GET", `/batches/${body["id"]}`)).body, lines };
}

test("the journal has the lines of files, and a preview their number", async () => {
  await using sim = await startOpenAi({ clock: "manual" });
  const batch = await endedBatch(sim);
  const content = `/files/${batch["error_file_id"]}/content`;
  const text = await (await send(sim, "GET", content)).text();
  const [upload, , , download] = await sim.control.journal.find();
  expect(upload?.request.body?.rows).toEqual([
    ["line"],
    ...batch.lines.map((line) => [JSON.stringify(line)]),
  ]);
  expect(download?.response.body).toEqual({ byteLength: text.length, text });
  const { responses } = await sim.control.jobs.preview(String(batch["id"]));
  expect(responses.map(({ body: _, ...response }) => response)).toEqual([
    { operationId: "getJob", method: "GET", path: `/batches/${batch["id"]}`, status: 200 },
    {
      ...{ operationId: "getFileContent", method: "GET", status: 200, numRows: 3 },
      path: `/files/${batch["input_file_id"]}/content`,
    },
    {
      ...{ operationId: "getFileContent", method: "GET", status: 200, numRows: 2 },
      path: `/files/${batch["output_file_id"]}/content`,
    },
    {
      ...{ operationId: "getFileContent", method: "GET", status: 200, numRows: 1 },
      path: content,
    },
  ]);
});
