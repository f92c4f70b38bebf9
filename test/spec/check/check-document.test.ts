import { expect, test } from "@jest/globals";
import { CODECS } from "../../../src/codec/codecs.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { loadUseCaseNeeds } from "../../../src/simulator/load-use-cases.ts";
import { loadBaseDocument, openDocument } from "../../../src/simulator/open-document.ts";
import { assumptionsOf, effectiveValues } from "../../../src/spec/assumptions-of.ts";
import { checkDocument } from "../../../src/spec/check/check-document.ts";
import { checkTemplates, sampleRulesOf } from "../../../src/spec/check/check-templates.ts";
import { schemaChecker } from "../../../src/spec/check/schema-checker.ts";
import { asObject } from "../../../src/spec/document-place.ts";
import { effectiveDocument } from "../../../src/spec/effective.ts";
import { textFile } from "../../support/overlay-file.ts";

const CAPABILITIES = { useCases: await loadUseCaseNeeds(), codecs: CODECS };

const base = await loadBaseDocument();

test("the document that ships with the program asks for nothing that the program can't do", async () => {
  expect(await checkDocument(base, base, CAPABILITIES)).toEqual([]);
});

test("an operation without a response template is refused", async () => {
  const served = asObject(asObject(asObject(base["paths"])["/openapi.json"])["get"]);
  const { response: _, ...binding } = asObject(served["x-batch-sim"]);
  const get = { ...served, "x-batch-sim": binding };
  const paths = { ...asObject(base["paths"]), "/openapi.json": { get } };
  expect(await checkDocument(base, { ...base, paths }, CAPABILITIES)).toEqual([
    {
      path: ["paths", "/openapi.json", "get", "x-batch-sim"],
      message:
        "Expected `x-batch-sim` to have `response`, the template for the response body, but the key is missing.",
    },
  ]);
});

test("an operation whose path has other parameters than it declares is refused", async () => {
  const paths = asObject(base["paths"]);
  const { "/jobs/{job_id}": item = {} } = paths;
  expect(
    await checkDocument(
      base,
      { ...base, paths: { ...paths, "/jobs/{id}/one": item } },
      CAPABILITIES,
    ),
  ).toContainEqual({
    path: ["paths", "/jobs/{id}/one", "get", "parameters", 0],
    message:
      "Expected the name of a parameter in the path, got `job_id`. Parameters in the path: `id`.",
  });
});

const RECORDS = `overlay: 1.1.0
info: { title: Records, version: "1" }
extends: blank.yaml
actions:
  - target: $.components.schemas
    update:
      New:
        properties: { items: { type: array, items: { properties: { ref: {}, text: {} } } } }
  - target: $.paths
    update:
      /jobs:
        post:
          operationId: createJob
          requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/New" } } } }
          x-batch-sim:
            use: createJob
            request: { inputs: body.items }
            row: { id: /reff, prompt: /text }
            response: { id: { $eval: job.jobId } }
`;

test("a pointer to a property that no input has is refused", async () => {
  await expect(openDocument([await textFile(RECORDS)])).rejects.toThrow(
    /:18:24 paths\["\/jobs"\]\.post\.x-batch-sim\.row\.id: Expected a property that the inputs' schema declares, got `"\/reff"` \(string\)\. Did you mean `ref`\?$/,
  );
});

test.each([
  [
    "a name of its own",
    { $anchor: "a" },
    "Expected no `$anchor`, got `a`. Refer to schemas by their location, such as `#/components/schemas/Job`.",
  ],
  [
    "a reference to something else",
    { $ref: "#/components/responses/UnknownDataset" },
    "Expected a reference to a schema, such as `#/components/schemas/Job`, got `#/components/responses/UnknownDataset`.",
  ],
  [
    "an invalid pattern",
    { pattern: "{a}{a}" },
    'Expected a regular expression that is valid with the flag `u`, got `"{a}{a}"` (string).',
  ],
])("a schema with %s is refused", async (_, keyword, message) => {
  const components = asObject(base["components"]);
  const schemas = { ...asObject(components["schemas"]), Name: { type: "string", ...keyword } };
  const document = { ...base, components: { ...components, schemas } };
  const path = ["components", "schemas", "Name", ...Object.keys(keyword)];
  expect(await checkDocument(base, document, CAPABILITIES)).toEqual([{ path, message }]);
});

test("an operation that returns URLs needs one that is served there, and takes its fields from them", async () => {
  const path = "/jobs/{job_id}/results";
  const item = asObject(asObject(base["paths"])[path]);
  const get = asObject(item["get"]);
  const binding = asObject(get["x-batch-sim"]);
  const url = { ...get, operationId: "url", "x-batch-sim": { ...binding, use: "getResultsUrl" } };
  const file = { ...get, "x-batch-sim": { ...binding, use: "getResultsFile" } };
  const problemsWith = async (more: JsonObject): Promise<readonly string[]> => {
    const paths = { ...asObject(base["paths"]), "/url/{job_id}": { get: url }, ...more };
    const problems = await checkDocument(base, { ...base, paths }, CAPABILITIES);
    return problems.map(({ message }) => message);
  };
  expect(await problemsWith({})).toContain(
    "Expected an operation bound to `getResultsFile`, got none. This operation returns URLs of the missing operation.",
  );
  expect(await problemsWith({ [path]: { get: file } })).toContain(
    "Expected `request` to take `sandbox`, `expiresAt`, `signature` from the path or the query, because `url` returns this operation's URLs.",
  );
});

test("the templates stay valid under every value of every assumption that changes the document", async () => {
  const checker = await schemaChecker();
  const registry = assumptionsOf(base);
  const choices = registry
    .filter(({ id, effects }) => Object.keys(effects).length > 0 || id === "extra-response-fields")
    .flatMap(({ id, alternatives, deviations }) =>
      [...alternatives, ...deviations].map((value) => ({ [id]: value })),
    );
  expect(choices).toContainEqual({ "extra-response-fields": "one-unknown" });
  for (const given of choices) {
    const document = effectiveDocument(base, given);
    const rules = sampleRulesOf(document, effectiveValues(registry, given));
    const check = { document, base, checker, ...CAPABILITIES };
    expect([given, checkTemplates(check, rules)]).toEqual([given, []]);
  }
});
