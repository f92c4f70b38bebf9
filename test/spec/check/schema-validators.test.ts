import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { loadAjv } from "../../../src/spec/check/schema-checker.ts";
import { schemaValidators } from "../../../src/spec/check/schema-validators.ts";
import { mistakesIn } from "../../support/mistakes.ts";

const CHUNKS = resolve("dist", "chunks");

const SCHEMA = {
  type: "object",
  properties: { id: { type: "string", pattern: "^a", format: "uuid" } },
  required: ["id"],
  $defs: { list: { items: { $ref: "#" }, anyOf: [{ minItems: 1 }, { const: null }] } },
};

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Jobs", version: "1", contact: { email: "a@example.com" } },
  servers: [{ url: "/v1" }],
  paths: {
    "/jobs": {
      get: {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        responses: { 200: { description: "A job", content: { "a/b": { schema: {} } } } },
      },
    },
  },
  components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } },
};

test.each([
  ["openApi", DOCUMENT],
  ["metaschema", SCHEMA],
] as const)("the build's %s has the errors of one that is compiled now", async (name, valid) => {
  const [chunk = ""] = readdirSync(CHUNKS).filter((file) => file.startsWith("schema-validators-"));
  const built: { schemaValidators: typeof schemaValidators } = createRequire(CHUNKS)(
    resolve(CHUNKS, chunk),
  );
  const create = await loadAjv();
  const [validate, own] = [built.schemaValidators, schemaValidators].map(
    (make) => make(create())[name],
  );
  expect([validate?.(valid), own?.(valid)]).toEqual([true, true]);
  let wrong = 0;
  for (const { name: mistake, data } of mistakesIn(valid)) {
    wrong += own?.(data) === true ? 0 : 1;
    validate?.(data);
    expect([mistake, validate?.errors]).toEqual([mistake, own?.errors]);
  }
  expect(wrong).toBeGreaterThan(50);
});
