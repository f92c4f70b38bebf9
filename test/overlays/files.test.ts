import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import {
  call,
  chatLine,
  createBatch,
  ended,
  type Json,
  jsonLines,
  runBatch,
  send,
  startOpenAi,
  upload,
  uploaded,
} from "../support/openai-client.ts";

// Files of clients, and those that jobs write.

test("a file is uploaded, retrieved, and deleted", async () => {
  await using sim = await startOpenAi();
  const content = jsonLines([chatLine("a")]);
  const { status, body: file } = await upload(sim, content);
  expect([status, file]).toEqual([
    200,
    {
      id: expect.stringMatching(/^file-[0-9A-Za-z]{22}$/),
      object: "file",
      bytes: content.length,
      created_at: 1_893_456_000,
      expires_at: 1_893_456_000 + 30 * 86_400,
      filename: "input.jsonl",
      purpose: "batch",
      status: "processed",
      status_details: null,
    },
  ]);
  const path = `/files/${file["id"]}`;
  expect(await call(sim, "GET", path)).toEqual({ status: 200, body: file });
  expect(await (await send(sim, "GET", `${path}/content`)).text()).toBe(content);
  expect(await call(sim, "DELETE", path)).toEqual({
    status: 200,
    body: { id: file["id"], object: "file", deleted: true },
  });
  const message = `File \`${file["id"]}\` does not exist.`;
  const error = { message, type: "invalid_request_error", param: null, code: null };
  for (const gone of [path, `${path}/content`])
    expect(await call(sim, "GET", gone)).toEqual({ status: 404, body: { error } });
});

test("a purpose must be known, and a batch file a JSONL file", async () => {
  await using sim = await startOpenAi();
  const refused = async (options: Parameters<typeof upload>[2]): Promise<unknown> => {
    const { status, body } = await upload(sim, "{}", options);
    return [status, (body["error"] as Json)["message"]];
  };
  expect(await refused({ purpose: "party" })).toEqual([
    400,
    "Expected `purpose` to be one of `batch`, `assistants`, `fine-tune`, `vision`, `user_data`, `evals`, got `party`.",
  ]);
  expect(await refused({ purpose: "batch_output" })).toEqual([
    400,
    expect.stringMatching(/one of `batch`, `assistants`,.* got `batch_output`\.$/),
  ]);
  expect(await refused({ name: "rows.csv" })).toEqual([
    400,
    "Expected a file with the extension .jsonl for the purpose `batch`, got `rows.csv`.",
  ]);
  // The name for clients that upload bytes without one.
  expect((await upload(sim, "{}", { name: "upload" })).status).toBe(200);
});

test("a file expires on the sandbox's clock", async () => {
  await using sim = await startOpenAi({ clock: "manual" });
  const more = { "expires_after[anchor]": "created_at", "expires_after[seconds]": "3600" };
  const { body: file } = await upload(sim, "{}", { more });
  expect(file["expires_at"]).toBe(1_893_456_000 + 3600);
  await sim.clock.advance("59m");
  expect((await call(sim, "GET", `/files/${file["id"]}`)).status).toBe(200);
  await sim.clock.advance("1m");
  expect((await call(sim, "GET", `/files/${file["id"]}`)).status).toBe(404);
  expect((await call(sim, "GET", "/files")).body["data"]).toEqual([]);
});

test("a lifetime is between an hour and 30 days, and complete", async () => {
  await using sim = await startOpenAi();
  const answer = async (seconds?: string, anchor?: string): Promise<unknown> => {
    const more = {
      ...(anchor !== undefined && { "expires_after[anchor]": anchor }),
      ...(seconds !== undefined && { "expires_after[seconds]": seconds }),
    };
    const { status, body } = await upload(sim, "{}", { more });
    return status === 200 ? 200 : (body["error"] as Json)["message"];
  };
  const range = "A file must expire between 3,600 and 2,592,000 seconds after its creation.";
  for (const seconds of ["10", "3599", "2592001", "99999999999", "1e4", ""]) {
    const message = await answer(seconds, "created_at");
    expect(message).toMatch(/^Expected `expires_after\[seconds\]` to match the pattern /);
    expect(message).toContain(`got \`"${seconds}"\` (string). ${range}`);
  }
  for (const seconds of ["3600", "9999", "10000", "2499999", "2592000"])
    expect(await answer(seconds, "created_at")).toBe(200);
  const missing = (name: string): string => `Expected \`${name}\` to be present: it is required.`;
  expect(await answer(undefined, "created_at")).toBe(
    `${missing("expires_after[seconds]")} ${range}`,
  );
  expect(await answer("3600")).toBe(`${missing("expires_after[anchor]")} ${range}`);
});

test("files are listed in pages, by purpose, and in either order", async () => {
  await using sim = await startOpenAi();
  const files: Json[] = [];
  for (const name of ["a", "b", "c"]) files.push((await upload(sim, `{"${name}":1}`)).body);
  await upload(sim, "{}", { purpose: "user_data" });
  const page = async (query: string): Promise<Json> =>
    (await call(sim, "GET", `/files?purpose=batch${query}`)).body;
  const [a, b, c] = files.map(({ id }) => id);
  const whole = { object: "list", data: files, has_more: false, first_id: a, last_id: c };
  expect(await page("&order=asc")).toEqual(whole);
  expect(await page("")).toEqual({
    ...whole,
    data: files.toReversed(),
    first_id: c,
    last_id: a,
  });
  expect(await page("&limit=2")).toMatchObject({ has_more: true, first_id: c, last_id: b });
  expect(await page(`&limit=2&after=${b}`)).toMatchObject({ has_more: false, first_id: a });
});

test("content is the same as a whole and in parts", async () => {
  await using sim = await startOpenAi();
  const content = jsonLines(Array.from({ length: 4000 }, (_, index) => chatLine(`row-${index}`)));
  const fileId = await uploaded(sim, JSON.parse(`[${content.trim().replaceAll("\n", ",")}]`));
  const { body } = await createBatch(sim, fileId);
  const batch = await ended(sim, String(body["id"]));
  for (const id of [fileId, batch["output_file_id"]]) {
    const path = `/files/${id}/content`;
    const whole = await send(sim, "GET", path);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
    expect(whole.headers.get("etag")).toBe(etag);
    const head = await send(sim, "HEAD", path);
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
    const middle = Math.floor(bytes.length / 2);
    const parts = [`bytes=0-${middle - 1}`, `bytes=${middle}-`];
    const received: Buffer[] = [];
    for (const range of parts) {
      const part = await send(sim, "GET", path, { headers: { range } });
      expect(part.status).toBe(206);
      received.push(Buffer.from(await part.arrayBuffer()));
    }
    expect(Buffer.concat(received).equals(bytes)).toBe(true);
    const same = await send(sim, "GET", path, {
      headers: { "if-none-match": etag, "cache-control": "max-age=0" },
    });
    expect(same.status).toBe(304);
  }
  const response = await send(sim, "GET", `/files/${fileId}/content`);
  expect(await response.text()).toBe(content);
});

test("a batch goes on when its input file is deleted, and keeps the ID of a deleted output file", async () => {
  await using sim = await startOpenAi();
  const fileId = await uploaded(sim, [chatLine("a")]);
  const { body } = await createBatch(sim, fileId);
  await call(sim, "DELETE", `/files/${fileId}`);
  const batch = await ended(sim, String(body["id"]));
  const output = `/files/${batch["output_file_id"]}`;
  expect((await call(sim, "GET", output)).body).toEqual({
    id: batch["output_file_id"],
    object: "file",
    bytes: expect.any(Number),
    created_at: batch["completed_at"],
    expires_at: Number(batch["completed_at"]) + 30 * 86_400,
    filename: `${batch["id"]}_output.jsonl`,
    purpose: "batch_output",
    status: "processed",
    status_details: null,
  });
  expect((await call(sim, "DELETE", output)).status).toBe(200);
  expect((await call(sim, "GET", output)).status).toBe(404);
  expect((await call(sim, "GET", `/batches/${batch["id"]}`)).body).toEqual(batch);
});

test("equal uploads have IDs of their own, and the same in another run", async () => {
  const idsOf = async (): Promise<unknown[]> => {
    await using sim = await startOpenAi();
    const first = await upload(sim, "{}");
    const second = await upload(sim, "{}");
    return [first.body["id"], second.body["id"]];
  };
  const [first, second] = await idsOf();
  expect(first).not.toBe(second);
  expect(await idsOf()).toEqual([first, second]);
});

test("a job's files expire when the client says", async () => {
  await using sim = await startOpenAi({ clock: "manual" });
  const more = { output_expires_after: { anchor: "created_at", seconds: 3600 } };
  const fileId = await uploaded(sim, [chatLine("a")]);
  const { body } = await createBatch(sim, fileId, undefined, more);
  await sim.clock.advance("30m");
  const { body: batch } = await call(sim, "GET", `/batches/${body["id"]}`);
  const path = `/files/${batch["output_file_id"]}`;
  const { body: file } = await call(sim, "GET", path);
  expect(file["expires_at"]).toBe(Number(batch["completed_at"]) + 3600);
  await sim.clock.advance("1h");
  expect((await call(sim, "GET", path)).status).toBe(404);
});

test("a form that ends within the file is refused", async () => {
  await using sim = await startOpenAi();
  const body = [
    "--b",
    'content-disposition: form-data; name="purpose"',
    "",
    "batch",
    "--b",
    'content-disposition: form-data; name="file"; filename="a.jsonl"',
    "",
    "{}",
  ].join("\r\n");
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const response = await send(sim, "POST", "/files", { headers, body });
  expect([response.status, ((await response.json()) as Json)["error"]]).toEqual([
    400,
    {
      message: "Failed to read the multipart body: it ends within a file.",
      type: "invalid_request_error",
      param: "body",
      code: null,
    },
  ]);
  expect((await runBatch(sim, [chatLine("a")]))["status"]).toBe("completed");
});

test("a list of files during which the sandbox is reset has only the uploaded ones", async () => {
  let resetting: Promise<unknown> | undefined;
  let isReset = false;
  let isListing = false;
  await using sim = await startOpenAi({
    clock: "manual",
    // The size of an output file is known only once its rows have been made, in slices.
    output: () => {
      if (!isListing) return undefined;
      resetting ??= sim.control.reset().then(() => {
        isReset = true;
      });
      const end = performance.now() + 10;
      while (!isReset && performance.now() < end);
      return undefined;
    },
  });
  const lines = Array.from({ length: 500 }, (_, index) => chatLine(`row-${index}`));
  const fileId = await uploaded(sim, lines);
  await createBatch(sim, fileId);
  await sim.clock.advance("1d");
  isListing = true;
  const { status, body } = await call(sim, "GET", "/files");
  await resetting;
  expect([status, body]).toMatchObject([200, { data: [{ id: fileId }], has_more: false }]);
});
