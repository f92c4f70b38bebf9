import { expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { RECORD_VALUES } from "../../src/engine/job-record.ts";
import { USE_CASES } from "../../src/engine/use-cases.ts";
import { type UseCaseData, useCaseNeeds } from "../../src/simulator/load-use-cases.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { readData } from "../../src/simulator/package-file.ts";
import { sampleRulesOf } from "../../src/spec/check/check-templates.ts";
import { asObject } from "../../src/spec/document-place.ts";
import { openEngine } from "../support/engine.ts";

/** The paths of a value as in the table; the contents of schemas and documents are treated as data. */
function pathsOf(value: JsonValue, at = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${at}[]`));
  if (typeof value !== "object" || value === null || /(schema|document)$/.test(at)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const path = at === "" ? key : `${at}.${key}`;
    return [path, ...pathsOf(item, path)];
  });
}

const data = await readData<UseCaseData>("use-cases");
const needs = Object.entries(useCaseNeeds(data));

test("the data explains exactly the use cases and their fields", () => {
  const explained = Object.entries(data.useCases).map(([name, { fields = {} }]) => [
    name,
    Object.keys(fields),
  ]);
  const declared = Object.entries(USE_CASES).map(([name, { fields }]) => [
    name,
    Object.keys(fields),
  ]);
  expect(explained).toEqual(declared);
});

test("the values of a job are those of its record", async () => {
  const { act } = await openEngine();
  const { view } = (await act("createJob", { inputs: ["a"] }, { reads: () => true })) as {
    view: JsonObject;
  };
  const record = asObject(view["job"]);
  const { values = {} } = data.useCases["getJobStatus"] ?? {};
  const names = Object.keys(values).filter((name) => !name.endsWith("."));
  expect(names.sort()).toEqual(Object.keys(record).sort());
  expect(names.filter((name) => name !== "jobId" && name !== "state").sort()).toEqual(
    [...RECORD_VALUES].sort(),
  );
});

test("errors are those of the document and of the shipped overlays", async () => {
  const documents = await Promise.all([[], ["anthropic"], ["openai"]].map(openDocument));
  const catalog = documents.flatMap((document) => Object.keys(asObject(document["x-errors"])));
  const used = needs.flatMap(([, { errors, fileErrors = [] }]) => [...errors, ...fileErrors]);
  expect(used.filter((code) => !catalog.includes(code))).toEqual([]);
});

test.each(needs)(
  "%s explains exactly the values that its samples have",
  async (_, { samples, values }) => {
    const { spec } = await openEngine();
    const views = samples(sampleRulesOf(spec.document, spec.assumptions));
    const found = new Set(views.flatMap((view) => pathsOf(view)));
    expect([...found].sort()).toEqual(Object.keys(values).sort());
  },
);

test.each(needs)("%s explains its fields and values in sentences", (name, { values }) => {
  const meanings = [...Object.values(values), ...Object.values(data.useCases[name]?.fields ?? {})];
  for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z].*\.$/);
});

test("an unknown use case", async () => {
  const { act } = await openEngine();
  await expect(act("listJob")).rejects.toThrow("Expected a use case, got `listJob`.");
});
