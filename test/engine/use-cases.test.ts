import { expect, test } from "@jest/globals";
import type { JsonValue } from "../../src/core/json.ts";
import { USE_CASES } from "../../src/engine/use-cases.ts";
import { sampleRulesOf } from "../../src/spec/check/check-templates.ts";
import { openEngine } from "../support/engine.ts";

/** The paths of a value as the table writes them; what a schema or a document contains is data. */
function pathsOf(value: JsonValue, at = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${at}[]`));
  if (typeof value !== "object" || value === null || /(schema|document)$/.test(at)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const path = at === "" ? key : `${at}.${key}`;
    return [path, ...pathsOf(item, path)];
  });
}

test.each(Object.entries(USE_CASES))(
  "%s explains exactly the values that its samples have",
  async (_, { samples, values }) => {
    const { spec } = await openEngine();
    const views = samples(sampleRulesOf(spec.document, spec.assumptions));
    const found = new Set(views.flatMap((view) => pathsOf(view)));
    expect([...found].sort()).toEqual(Object.keys(values).sort());
  },
);

test.each(Object.entries(USE_CASES))(
  "%s explains its fields and values in one sentence each",
  (_, { fields, values }) => {
    const meanings = [
      ...Object.values(values),
      ...Object.values(fields).map((field) => field.meaning),
    ];
    for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z][^.]*\.$/);
  },
);

test("an unknown use case", async () => {
  const { act } = await openEngine();
  await expect(act("listJob")).rejects.toThrow("Expected a use case, got `listJob`.");
});
