import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { editorVocabulary, shippedDocuments } from "../../scripts/data-files.mjs";
import { isJsonObject, type JsonValue } from "../../src/core/json.ts";
import { scenarioJsonSchema } from "../../src/scenario/grammar/scenario-file.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";

const documents = await shippedDocuments();
const schema = scenarioJsonSchema(editorVocabulary(documents));
const validate = new Ajv2020({ allErrors: true }).compile(schema);

describe("the JSON Schema for editors accepts", () => {
  const files = readdirSync("scenarios");
  test.each(files)("the built-in %s", (file) => {
    validate(parse(readFileSync(`scenarios/${file}`, "utf8")));
    expect(validate.errors).toBeNull();
  });
});

describe("the JSON Schema for editors accepts every name in", () => {
  test.each(Object.entries(documents))("%sopenapi.json", (_, document) => {
    const { operationIds, errors, assumptions, webhookEvents } = vocabularyOf(document);
    const scenarios = [
      { faults: [{ on: operationIds, status: 503 }] },
      ...Object.keys(errors).map((error) => ({ faults: [{ on: "createJob", error }] })),
      ...Object.entries(assumptions).flatMap(([id, { values, schema: form }]) =>
        (form === undefined ? values : values.slice(0, 1)).map((value) => ({
          assumptions: { [id]: value },
        })),
      ),
      { webhooks: webhookEvents.map((events) => ({ url: "http://127.0.0.1:1", events })) },
    ];
    const rejected = scenarios.filter((scenario) => !validate(scenario));
    expect(rejected).toEqual([]);
  });
});

describe("the JSON Schema for editors rejects", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["an unknown key", "nam: x"],
    ["a wrong duration", "profiles: [{ starting: 5 sec }]"],
    ["two distributions in one", "profiles: [{ starting: { uniform: [0, 1s], lognormal: {} } }]"],
    ["an unknown operation", "faults: [{ on: cancelJbo, status: 404 }]"],
    ["a rule without a fault", "faults: [{ on: cancelJob }]"],
    ["a value that an assumption can't have", "assumptions: { create-status: 418 }"],
    ["an assumption with a value of the wrong form", "assumptions: { rate-limit: abc }"],
  ];
  test.each(rows)("%s", (_, yaml) => {
    expect(validate(parse(yaml))).toBe(false);
  });
});

test("the JSON Schema names itself and describes every key", () => {
  expect(schema).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://unpkg.com/batch-sim/dist/scenario.schema.json",
    title: "batch-sim scenario",
  });
  const properties = [...propertiesOf(schema, "")];
  expect(properties.length).toBeGreaterThan(40);
  expect(properties.filter(([, property]) => !hasDescription(property))).toEqual([]);
});

function* propertiesOf(value: JsonValue, path: string): Generator<[string, JsonValue]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "properties" && isJsonObject(child)) {
      for (const [name, property] of Object.entries(child)) yield [`${path}/${name}`, property];
    }
    yield* propertiesOf(child as JsonValue, `${path}/${key}`);
  }
}

function hasDescription(property: JsonValue): boolean {
  return isJsonObject(property) && typeof property["description"] === "string";
}
