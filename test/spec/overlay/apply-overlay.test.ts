import { expect, test } from "@jest/globals";
import { formatIssue } from "../../../src/core/errors.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { applyOverlay } from "../../../src/spec/overlay/apply-overlay.ts";
import { loadSelect } from "../../../src/spec/overlay/json-path.ts";
import { readOverlay } from "../../../src/spec/overlay/read-overlay.ts";

const select = await loadSelect();

const DOCUMENT: JsonObject = {
  info: { title: "T", version: "1" },
  paths: {
    "/a": {
      get: {
        parameters: [
          { name: "x", in: "query" },
          { name: "y", in: "path" },
        ],
        tags: ["t"],
      },
    },
    "/b": { get: { parameters: [{ name: "x", in: "query" }] }, post: {} },
  },
};

function apply(actions: string, version = "1.0.0") {
  const text = `overlay: ${version}\ninfo: { title: T, version: "1" }\nactions:\n${actions}`;
  const { overlay, issues } = readOverlay("o.yaml", text, { select, bases: ["blank"] });
  if (overlay === undefined) throw new Error(issues.map(formatIssue).join("\n"));
  const applied = applyOverlay(DOCUMENT, overlay, select);
  return { document: applied.document, problems: applied.issues.map(formatIssue) };
}

const BEFORE = JSON.stringify(DOCUMENT);

test.each<[string, string, unknown]>([
  [
    "objects are merged key by key, and primitive values replaced",
    "- { target: $, update: { info: { title: New, x-more: { a: 1 } } } }",
    { ...DOCUMENT, info: { title: "New", version: "1", "x-more": { a: 1 } } },
  ],
  [
    "a list gets an entry",
    "- { target: $.paths['/b'].get.parameters, update: { name: z } }".replace(
      "$.paths['/b'].get.parameters",
      "\"$.paths['/b'].get.parameters\"",
    ),
    { "/b": { get: { parameters: [{ name: "x", in: "query" }, { name: "z" }] }, post: {} } },
  ],
  [
    "a list inside an update is lengthened",
    "- { target: $.paths, update: { /a: { get: { tags: [u] } } } }",
    {
      "/a": {
        get: {
          parameters: [
            { name: "x", in: "query" },
            { name: "y", in: "path" },
          ],
          tags: ["t", "u"],
        },
      },
    },
  ],
  [
    "every target of a filter is removed, whatever its index",
    "- { target: \"$.paths.*.get.parameters[?@.in == 'query']\", remove: true }",
    {
      "/a": { get: { parameters: [{ name: "y", in: "path" }], tags: ["t"] } },
      "/b": { get: { parameters: [] }, post: {} },
    },
  ],
  [
    "nested targets are removed together",
    "- { target: \"$.paths['/a']..*\", remove: true }".replace("..*", "..parameters"),
    { "/a": { get: { tags: ["t"] } } },
  ],
  [
    "an action works on what the one before left",
    "- { target: $.paths['/b'], remove: true }\n- { target: $.paths, update: { /b: { put: {} } } }".replace(
      "$.paths['/b']",
      "\"$.paths['/b']\"",
    ),
    { "/b": { put: {} } },
  ],
])("%s", (_, actions, expected) => {
  const { document, problems } = apply(actions);
  expect(problems).toEqual([]);
  const whole =
    "info" in (expected as object)
      ? expected
      : { ...DOCUMENT, paths: { ...(DOCUMENT["paths"] as object), ...(expected as object) } };
  expect(document).toEqual(whole);
  expect(JSON.stringify(DOCUMENT)).toBe(BEFORE);
});

test("actions copy, and take primitive values for targets", () => {
  const { document, problems } = apply(
    `
- { target: "$.paths['/c']", copy: "$.paths['/b']" }
- { target: $.info.title, update: New }
- { target: $.info.version, remove: true }
- { target: "$.paths['/a'].get.tags[?@ == 't']", remove: true }
- { target: "$.paths['/c'].get.parameters[0]", update: { name: changed } }`,
    "1.1.0",
  );
  expect(problems).toEqual([]);
  expect(document).toMatchObject({
    info: { title: "New" },
    paths: { "/a": { get: { tags: [] } } },
  });
  expect(document["info"]).not.toHaveProperty("version");
  expect(document["paths"]).toMatchObject({
    "/b": { get: { parameters: [{ name: "x" }] } },
    "/c": { get: { parameters: [{ name: "changed" }] }, post: {} },
  });
});

test("copying creates its target, but not the objects around it", () => {
  const { document, problems } = apply(
    `
- { target: "$.info.summary", copy: $.info.title }
- { target: "$.pahts['/c']", copy: "$.paths['/b']" }
- { target: "$.info.title.text", copy: "$.paths['/b']" }
- { target: "$.paths['/c']", copy: $.none }`,
    "1.1.0",
  );
  expect(document["info"]).toMatchObject({ title: "T", summary: "T" });
  expect(document["paths"]).not.toHaveProperty("/c");
  expect(problems).toEqual([
    "o.yaml:6:13 actions.1.target: Expected the target to be in the document: `$.pahts['/c']` matches nothing. Did you mean `paths` instead of `pahts`?",
    "o.yaml:7:13 actions.2.target: Expected the target to be in the document: `$.info.title.text` matches nothing. `$.info.title` is not an object.",
    expect.stringMatching(
      /^o\.yaml:8:36 actions\.3\.copy: Expected `copy` to select one value in the document, but `\$\.none` selects 0 values\./,
    ),
  ]);
});

test("the same value in several targets is not one value", () => {
  const { document } = apply(
    `
- { target: $.paths.*.get, update: { x-shared: { a: 1 } } }
- { target: "$.paths['/a'].get.x-shared", update: { a: 2 } }`.replace(
      'get.x-shared"',
      "get['x-shared']\"",
    ),
  );
  expect(document["paths"]).toMatchObject({
    "/a": { get: { "x-shared": { a: 2 } } },
    "/b": { get: { "x-shared": { a: 1 } } },
  });
});

test("what can't be applied is said, all of it, and the rest is applied", () => {
  const { document, problems } = apply(`
- { target: "$.paths['/aa'].get", update: {} }
- { target: $.pahts, remove: true }
- { target: $.info.title.text, remove: true }
- { target: "$.paths.*[?@.nothing]", remove: true }
- { target: $, remove: true }
- { target: $.paths, update: { /b: { get: { parameters: none, tags: [t] } } } }
- { target: "$.paths['/b'].get.parameters", update: [{ name: z }] }
- { target: $.info, update: [] }
`);
  expect(problems).toEqual([
    "o.yaml:5:13 actions.0.target: Expected the target to be in the document: `$.paths['/aa'].get` matches nothing. Did you mean `/a` instead of `/aa`?",
    "o.yaml:6:13 actions.1.target: Expected the target to be in the document: `$.pahts` matches nothing. Did you mean `paths` instead of `pahts`?",
    "o.yaml:7:13 actions.2.target: Expected the target to be in the document: `$.info.title.text` matches nothing. `$.info.title` is not an object.",
    "o.yaml:8:13 actions.3.target: Expected the target to be in the document: `$.paths.*[?@.nothing]` matches nothing.",
    "o.yaml:9:13 actions.4.target: Expected the target to be a part of the document, got `$`, which is the whole document.",
    'o.yaml:10:57 actions.5.update["/b"].get.parameters: Expected a list, because the document has one here, got `"none"` (string). To replace the existing value, remove it in an earlier action.',
    "o.yaml:12:29 actions.7.update: Expected an object, because the document has one here, got `[]` (list). To replace the existing value, remove it in an earlier action.",
  ]);
  expect(document["paths"]).toMatchObject({
    "/b": { get: { parameters: [{ name: "x", in: "query" }, { name: "z" }], tags: ["t"] } },
  });
});

test("an update that is wrong for many targets is reported once", () => {
  const { problems } = apply("- { target: $.paths.*.get, update: -1.5 }");
  expect(problems).toEqual([
    expect.stringMatching(/ actions\.0\.update: Expected an object, because the document has /),
  ]);
});

test("only one value can be copied, and it has to be there", () => {
  const { problems } = apply(
    '- { target: $.info, copy: "$.paths.*" }\n- { target: $.info, copy: $.inf }',
    "1.1.0",
  );
  expect(problems).toEqual([
    "o.yaml:4:27 actions.0.copy: Expected `copy` to select one value in the document, but `$.paths.*` selects 2 values.",
    "o.yaml:5:27 actions.1.copy: Expected `copy` to select one value in the document, but `$.inf` selects 0 values. Did you mean `info` instead of `inf`?",
  ]);
});

test("keys can have any characters", () => {
  const keys = ["\\", "it's", '"', "\n", "\u0001", "\\n", "é", ""];
  const update = JSON.stringify(Object.fromEntries(keys.map((key) => [key, { a: 1 }])));
  const actions = `- { target: $.paths, update: ${update} }\n- { target: "$..a", update: 2 }`;
  const { document, problems } = apply(actions, "1.1.0");
  expect(problems).toEqual([]);
  expect(document["paths"]).toMatchObject(Object.fromEntries(keys.map((key) => [key, { a: 2 }])));
});
