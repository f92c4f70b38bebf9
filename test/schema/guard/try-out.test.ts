import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { tryOut } from "../../../src/schema/guard/try-out.ts";

const NO_LIMITS = { ms: 60_000, megabytes: 1000 };

/** An object that has two of the next, and so on: the smallest value has 2 to the power of `levels` parts. */
function explosive(levels: number): JsonObject {
  const defs = Array.from({ length: levels }, (_, i): [string, JsonObject] => [
    `d${i}`,
    {
      $anchor: `d${i}`,
      type: "object",
      properties: { a: { $ref: `#d${i + 1}` }, b: { $ref: `#d${i + 1}` } },
      required: ["a", "b"],
    },
  ]);
  const last = { $anchor: `d${levels}`, type: "integer" };
  return { $ref: "#d0", $defs: Object.fromEntries([...defs, ["last", last]]) };
}

const limitError = (limit: string): object =>
  expect.objectContaining({
    name: "SimulatorError",
    code: "SIM_SCHEMA_LIMIT",
    message: `Failed to compile the JSON Schema: batch-sim gave up after ${limit}, a limit of its own that says nothing against the schema. Send a simpler schema, or try again when the machine is less busy.`,
  });

test("a worker says of a schema what compiling it on the spot would", async () => {
  expect(await tryOut({ type: "integer" }, NO_LIMITS)).toEqual({ kind: "supported" });
  expect(await tryOut({ type: "string", minLength: 5, maxLength: 2 }, NO_LIMITS)).toEqual({
    kind: "refused",
    path: "/minLength",
    reason:
      "Expected a schema that some value conforms to: no text has at least 5 and at most 2 characters (at `/minLength` and `/maxLength`).",
  });
});

test("a worker that takes too long is stopped, and that is no verdict on the schema", async () => {
  await expect(tryOut(explosive(40), { ...NO_LIMITS, ms: 1 })).rejects.toEqual(
    limitError("0.001 s"),
  );
});

test("a worker that takes too much memory is stopped, and that is no verdict on the schema", async () => {
  await expect(tryOut(explosive(40), { ...NO_LIMITS, megabytes: 40 })).rejects.toEqual(
    limitError("40 MB"),
  );
});

test("schemas wait for each other, and one that fails holds up none", async () => {
  const ended: string[] = [];
  const run = async (name: string, schema: JsonObject, ms: number): Promise<void> => {
    await tryOut(schema, { ...NO_LIMITS, ms }).catch(() => undefined);
    ended.push(name);
  };
  await Promise.all([
    run("a hostile one", explosive(40), 1),
    run("another", explosive(40), 1),
    run("a plain one", { type: "integer" }, 30_000),
  ]);
  expect(ended).toEqual(["a hostile one", "another", "a plain one"]);
});
