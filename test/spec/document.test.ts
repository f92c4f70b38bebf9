import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { USE_CASES } from "../../src/engine/use-cases.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { assumptionsOf } from "../../src/spec/assumptions-of.ts";
import { asObject, asStrings, operationsOf } from "../../src/spec/document-place.ts";
import { effectiveDocument } from "../../src/spec/effective.ts";
import { createSpecs } from "../../src/spec/spec.ts";

const base = await loadBaseDocument();

test("openapi.yaml is a valid OpenAPI 3.1 document", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(base));
  expect([valid, errors]).toEqual([true, undefined]);
});

test("the written responses equal those derived for the values in effect", () => {
  const effective = effectiveDocument(base, {});
  for (const { operation } of operationsOf(base)) {
    const derived = operationsOf(effective).find(
      (other) => other.operation["operationId"] === operation["operationId"],
    );
    expect(derived?.operation["responses"]).toEqual(operation["responses"]);
  }
  expect(effective["components"]).toEqual(base["components"]);
});

test("every operation is bound to a use case, and every use case to an operation, here or in an included overlay", () => {
  const own = operationsOf(base).map(({ operation }) => asObject(operation["x-batch-sim"])["use"]);
  const overlay = ["client-sdk", "anthropic", "gemini", "openai"]
    .map((name) => readFileSync(`overlays/${name}.yaml`, "utf8"))
    .join("\n");
  const bound = [...own, ...[...overlay.matchAll(/^ +use: (\w+)$/gm)].map(([, use]) => use)];
  expect(new Set(bound)).toEqual(new Set(Object.keys(USE_CASES)));
});

test("operations that the interface document doesn't have carry the assumption they are made by", () => {
  const documented = ["createJob", "getResults", "cancelJob"];
  const registry = assumptionsOf(base).map(({ id }) => id);
  for (const { operation } of operationsOf(base)) {
    const id = operation["x-assumption"];
    if (asStrings(operation["tags"]).includes("simulator")) continue;
    if (documented.includes(String(operation["operationId"]))) expect(id).toBeUndefined();
    else expect(registry).toContain(id);
  }
});

test("every alternative of every assumption gives a valid document, of one assumption at a time", async () => {
  const specs = createSpecs(base);
  const validator = new Validator();
  for (const { id, alternatives, deviations, value } of assumptionsOf(base)) {
    if (value !== undefined) continue;
    for (const choice of [...alternatives, ...deviations]) {
      const { document } = specs({ [id]: choice });
      const { valid, errors } = await validator.validate(structuredClone(document));
      expect([id, choice, valid, errors]).toEqual([id, choice, true, undefined]);
    }
  }
});

test("the spec names the values in effect, and declares only those", () => {
  const document = effectiveDocument(base, {
    "create-status": 201,
    "results-not-ready": 425,
    "rate-limit": 5,
  });
  const responses = (operationId: string): string[] => {
    const found = operationsOf(document).find(
      ({ operation }) => operation["operationId"] === operationId,
    );
    return Object.keys(asObject(found?.operation["responses"]));
  };
  expect(responses("createJob")).toEqual(["201", "401", "403", "404", "413", "415", "422", "429"]);
  expect(responses("getResults")).toEqual(["200", "401", "403", "404", "409", "422", "425", "429"]);
  expect(responses("getOpenApi")).toEqual(["200"]);
  expect(asObject(asObject(document["x-assumptions"])["create-status"])["inForce"]).toBe(201);
});
