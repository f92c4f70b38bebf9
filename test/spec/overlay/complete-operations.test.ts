import { expect, test } from "@jest/globals";
import { openDocument } from "../../../src/simulator/open-document.ts";
import { asObject, findPlaceOf, operationsOf } from "../../../src/spec/document-place.ts";
import { textFile } from "../../support/overlay-file.ts";

// Parts that an overlay omits from an operation: its operationId, and the parameters in its path.

/** An overlay that adds these paths and components to an API without operations, indented by six spaces. */
function overlayOf(paths: string, components = ""): Promise<string> {
  return textFile(`overlay: 1.1.0
info: { title: Some API, version: "1" }
extends: blank.yaml
actions:
  - target: $
    update:
      components: { parameters: { ${components} } }
      paths:
${paths}`);
}

function binding(use: string, field: string, place: string): string {
  return `x-batch-sim: { use: ${use}, request: { ${field}: ${place} }, response: {} }`;
}

const CREATE = `        /jobs:
          post:
            requestBody: { content: { application/json: { schema: { properties: { items: { type: array } } } } } }
            ${binding("createJob", "inputs", "body.items")}
`;

async function complaintsAbout(file: string): Promise<readonly string[]> {
  const outcome = await openDocument([file]).catch((error: unknown) => error);
  const [, ...lines] = outcome instanceof Error ? outcome.message.split("\n") : [];
  return lines.map((line) => line.replace(file, "o.yaml").replace(/(Use cases: ).*/, "$1…"));
}

test("an operation has the ID of its use case, and the parameters in its path", async () => {
  const file = await overlayOf(
    `${CREATE}        /{version}/jobs/{job}:
          parameters: [{ name: beta, in: header, schema: {} }]
          get:
            ${binding("getJob", "jobId", "path.job")}
          delete:
            operationId: discard
            parameters: [{ name: job, in: path, required: true, schema: { enum: [a, b] } }]
            ${binding("deleteJob", "jobId", "path.job")}
`,
    "Version: { name: version, in: path, required: true, schema: { enum: [v1, v2] } }, Job: { name: job, in: query, schema: {} }",
  );
  const document = await openDocument([file]);
  const served = operationsOf(document).filter(({ path }) => path.includes("/jobs"));
  expect(served.map(({ operation }) => operation["operationId"])).toEqual([
    ...["createJob", "getJob", "discard"],
  ]);
  const version = { $ref: "#/components/parameters/Version" };
  expect(served.map(({ operation }) => operation["parameters"])).toEqual([
    undefined,
    [version, { name: "job", in: "path", required: true, schema: { type: "string" } }],
    [{ name: "job", in: "path", required: true, schema: { enum: ["a", "b"] } }, version],
  ]);
  expect(asObject(findPlaceOf(document, "getJob")?.item)["parameters"]).toEqual([
    { name: "beta", in: "header", schema: {} },
  ]);
});

test("another overlay finds an operation by its default ID", async () => {
  const first = await overlayOf(`        /jobs/{job}:
          get:
            ${binding("getJob", "jobId", "path.job")}
`);
  const second = await textFile(`overlay: 1.1.0
info: { title: More, version: "1" }
actions:
  - { target: "$.paths.*[?@.operationId == 'getJob']", update: { summary: A job } }
`);
  const document = await openDocument([first, second]);
  expect(findPlaceOf(document, "getJob")?.operation["summary"]).toBe("A job");
});

test("a parameter in the path is a string if several components have its name", async () => {
  const file = await overlayOf(
    `        /{version}/jobs/{job}:
          get:
            ${binding("getJob", "jobId", "path.job")}
`,
    "One: { name: version, in: path, required: true, schema: { const: v1 } }, Two: { name: version, in: path, required: true, schema: { const: v2 } }",
  );
  const place = findPlaceOf(await openDocument([file]), "getJob");
  expect(place?.operation["parameters"]).toEqual(
    ["version", "job"].map((name) => ({
      ...{ name, in: "path", required: true, schema: { type: "string" } },
    })),
  );
});

test.each<[string, string, string, readonly string[]]>([
  [
    "two operations with the same use case and no other ID",
    `        /jobs/{job}:
          get:
            ${binding("getJob", "jobId", "path.job")}
        /batches/{job}:
          get:
            ${binding("getJob", "jobId", "path.job")}
`,
    "",
    [
      'o.yaml:14:13 paths["/batches/{job}"].get.operationId: Expected a unique `operationId`, got `getJob`, which GET /jobs/{job} already has. Give one of the two operations a different `operationId` (it defaults to `x-batch-sim.use`).',
    ],
  ],
  [
    "an ID that isn't a string",
    `        /jobs/{job}:
          get:
            operationId: 5
            ${binding("getJob", "jobId", "path.job")}
`,
    "",
    [
      'o.yaml:11:26 paths["/jobs/{job}"].get.operationId: Expected a value of type `string`, got `5` (number).',
    ],
  ],
  [
    "operations that aren't bound, which is said once for each",
    `        /jobs/{job}:
          get: { summary: One job }
        /jobs:
          get: { summary: All jobs }
`,
    "",
    [
      'o.yaml:10:16 paths["/jobs/{job}"].get.x-batch-sim.use: Expected `x-batch-sim.use` to name a use case, got nothing. Use cases: …',
      'o.yaml:12:16 paths["/jobs"].get.x-batch-sim.use: Expected `x-batch-sim.use` to name a use case, got nothing. Use cases: …',
    ],
  ],
  [
    "a misspelled use case, which is said once",
    `        /jobs/{job}:
          get:
            ${binding("getJobb", "jobId", "path.job")}
`,
    "",
    [
      'o.yaml:11:33 paths["/jobs/{job}"].get.x-batch-sim.use: Expected `x-batch-sim.use` to name a use case, got `"getJobb"` (string). Did you mean `getJob`?',
    ],
  ],
  [
    "a parameter in the path that nearly has the name of a component",
    `        /{versoin}/jobs/{job}:
          get:
            ${binding("getJob", "jobId", "path.job")}
`,
    "Version: { name: version, in: path, required: true, schema: { const: v1 } }",
    [
      'o.yaml:11:13 paths["/{versoin}/jobs/{job}"].get: Expected the parameter `versoin` to be declared in `parameters` or `components.parameters`. Did you mean `version`?',
    ],
  ],
  [
    "a declared parameter that isn't in the path",
    `        /jobs/{job}:
          parameters: [{ name: jobb, in: path, required: true, schema: { const: a } }]
          get:
            parameters: [{ $ref: "#/components/parameters/Version" }]
            ${binding("getJob", "jobId", "path.job")}
`,
    "Version: { name: version, in: path, required: true, schema: { const: v1 } }",
    [
      'o.yaml:10:24 paths["/jobs/{job}"].parameters.0: Expected the name of a parameter in the path, got `jobb`. Did you mean `job`?',
      'o.yaml:12:26 paths["/jobs/{job}"].get.parameters.0: Expected the name of a parameter in the path, got `version`. Parameters in the path: `job`.',
    ],
  ],
  [
    "a field from a parameter that isn't in the path",
    `        /jobs/{jobb}:
          get:
            ${binding("getJob", "jobId", "path.job")}
`,
    "",
    [
      'o.yaml:11:59 paths["/jobs/{jobb}"].get.x-batch-sim.request.jobId: Expected a path parameter that the operation declares, got `"path.job"` (string). Did you mean `path.jobb`?',
    ],
  ],
])("%s", async (_, paths, components, complaints) => {
  expect(await complaintsAbout(await overlayOf(paths, components))).toEqual(complaints);
});
