import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { content, nameIn, send, started } from "../support/upload-client.ts";
import { end, serve } from "./processes.ts";

const PART_BYTES = 1_300_000;

test("kills lose no part of an upload that was accepted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-uploads-"));
  const { BATCH_SIM_TEST_POSTGRES: postgres } = process.env;
  const schema = `uploads_${randomUUID().replaceAll("-", "")}`;
  const store = postgres === undefined ? "sim.db" : `${postgres}?schema=${schema}`;
  const options = ["--api", "gemini", "--store", store];
  const parts = ["a", "b", "c"].map((letter) => Buffer.alloc(PART_BYTES, letter));
  const apiKey = "uploads";
  let path = "";
  let name = "";
  for (const [index, body] of parts.entries()) {
    const served = await serve(folder, options);
    const { baseUrl } = served;
    if (index === 0) path = (await started({ baseUrl, apiKey })).slice(baseUrl.length);
    const offset = index * PART_BYTES;
    expect((await send(baseUrl + path, "query"))[2]).toBe(String(offset));
    const command = index === parts.length - 1 ? "upload, finalize" : "upload";
    const sent = await send(baseUrl + path, command, { offset, body });
    expect(sent.slice(0, 3)).toEqual([
      ...[200, command === "upload" ? "active" : "final", String(offset + PART_BYTES)],
    ]);
    if (command !== "upload") name = nameIn(sent);
    await end(served, "SIGKILL");
  }
  const served = await serve(folder, options);
  const { baseUrl } = served;
  expect((await content({ baseUrl, apiKey }, name)).equals(Buffer.concat(parts))).toBe(true);
  const size = String(parts.length * PART_BYTES);
  expect((await send(baseUrl + path, "query")).slice(0, 3)).toEqual([200, "final", size]);
  await end(served, "SIGTERM");
  rmSync(folder, { recursive: true });
}, 120_000);
