import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { largeJsonReply } from "../../src/http/reply/json-pieces.ts";

async function textOf(value: unknown): Promise<string> {
  const { body } = largeJsonReply(200, value);
  if (typeof body === "string") return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test("JSON in pieces is the same as in one piece", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
      expect(await textOf(value)).toBe(JSON.stringify(value));
    }),
  );
});

test("a large value is made while it is sent", async () => {
  const jobs = Array.from({ length: 5000 }, (_, job) => ({
    job,
    state: "queued",
    none: undefined,
  }));
  const value = { jobs, counts: Object.fromEntries(jobs.map(({ job }) => [`j${job}`, job])) };
  expect(typeof largeJsonReply(200, value).body).toBe("object");
  // Not `toBe`, which would print a megabyte.
  expect((await textOf(value)) === JSON.stringify(value)).toBe(true);
});
