import { expect, test } from "@jest/globals";
import { formatIssue } from "../../../src/core/errors.ts";
import { loadSelect } from "../../../src/spec/overlay/json-path.ts";
import { readOverlay } from "../../../src/spec/overlay/read-overlay.ts";

const select = await loadSelect();

function problemsOf(text: string): string[] {
  return readOverlay("o.yaml", text, { select, bases: ["blank"] }).issues.map(formatIssue);
}

const HEAD = 'overlay: 1.0.0\ninfo: { title: T, version: "1" }\n';

test("an overlay of the specification's own examples", () => {
  const text = `${HEAD}extends: ./openapi.yaml
x-note: anything
actions:
  - target: $ # Root of document
    description: All of it.
    x-who: me
    update: { info: { title: New } }
  - { target: "$.paths.*.get[?@.name == 'dummy']", remove: true, update: { ignored: true } }
`;
  const { overlay, issues } = readOverlay("o.yaml", text, { select, bases: ["blank"] });
  expect(issues).toEqual([]);
  expect(overlay).toMatchObject({ file: "o.yaml", title: "T" });
  expect(overlay?.actions).toEqual([
    { target: "$", update: { info: { title: "New" } } },
    { target: "$.paths.*.get[?@.name == 'dummy']" },
  ]);
});

test("an overlay of version 1.1, in JSON", () => {
  const text = JSON.stringify({
    overlay: "1.1.0",
    info: { title: "T", version: "1", description: "D" },
    actions: [{ target: "$.a", copy: "$.b" }],
  });
  expect(readOverlay("o.json", text, { select, bases: ["blank"] })).toMatchObject({
    issues: [],
    overlay: { actions: [{ target: "$.a", copy: "$.b" }] },
  });
});

test.each([
  ["", "o.yaml:1:1: Expected an OpenAPI Overlay, got `null` (null)."],
  [
    "overlay: 1.0.0\n  info: {",
    "o.yaml:1:10: Failed to read the YAML: Nested mappings are not allowed in compact mappings.",
  ],
  [
    `${HEAD}actions: []`,
    "o.yaml:3:10 actions: Expected a list of at least one action, got `[]` (list).",
  ],
  [
    `${HEAD}extends: https://example.com/petstore.yaml\nactions: [{ target: $, update: {} }]`,
    "o.yaml:3:10 extends: Expected a reference to batch-sim's own document (ending in `openapi.yaml` or `openapi.json`), or a shipped overlay's file, such as `openai.yaml`, got `\"https://example.com/petstore.yaml\"` (string). An overlay can extend only these files; `extends` is optional.",
  ],
])("%j", (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test("every problem of an overlay, each at its position", () => {
  const text = `overlay: 1.0
info: { title: 5, version: 1, summary: S }
action: []
actions:
  - update: {}
  - { target: paths, update: {} }
  - { target: "$.a[", remove: yes }
  - { target: $.a }
  - { target: $.a, updte: {} }
  - remove everything
`;
  expect(problemsOf(text)).toEqual([
    "o.yaml:3:1 action: Unknown key `action`. Did you mean `actions`?",
    "o.yaml:1:10 overlay: Expected the version of the Overlay Specification, `1.0.0` or `1.1.0`, got `1` (number).",
    "o.yaml:2:31 info.summary: Unknown key `summary`. Expected `title`, `version`, `description`.",
    "o.yaml:2:16 info.title: Expected a string, got `5` (number). Put it in quotes.",
    "o.yaml:2:28 info.version: Expected a string, got `1` (number). Put it in quotes.",
    "o.yaml:5:5 actions.0.target: Expected a JSONPath expression such as `$.paths['/list-jobs']`, got nothing.",
    "o.yaml:6:15 actions.1.target: Expected a JSONPath expression (RFC 9535), got `paths`: `p` is unexpected (character 1).",
    expect.stringMatching(
      /^o\.yaml:7:15 actions\.2\.target: Expected a JSONPath expression \(RFC 9535\), got `\$\.a\[`: .* \(character 5\)\.$/,
    ),
    'o.yaml:7:31 actions.2.remove: Expected true or false, got `"yes"` (string).',
    "o.yaml:7:5 actions.2: Expected one of `update`, `copy`, or `remove: true` in an action, got none.",
    "o.yaml:8:5 actions.3: Expected one of `update`, `copy`, or `remove: true` in an action, got none.",
    "o.yaml:9:20 actions.4.updte: Unknown key `updte`. Did you mean `update`?",
    "o.yaml:9:5 actions.4: Expected one of `update`, `copy`, or `remove: true` in an action, got none.",
    'o.yaml:10:5 actions.5: Expected an action with a `target`, got `"remove everything"` (string).',
  ]);
});

test("an overlay of version 1.0 can copy, too", () => {
  expect(problemsOf(`${HEAD}actions: [{ target: $.a, copy: $.b }]`)).toEqual([]);
});

test.each([
  ["$.x-state", "$['x-state']"],
  ["$.paths.*.get.x-batch-sim.status", "$.paths.*.get['x-batch-sim'].status"],
])("a name with a hyphen in %j belongs into quotes", (target, quoted) => {
  expect(problemsOf(`${HEAD}actions: [{ target: ${target}, remove: true }]`)).toEqual([
    `o.yaml:3:21 actions.0.target: Expected a JSONPath expression (RFC 9535), got \`${target}\`: names with \`-\` must be in quotes. Write \`${quoted}\`.`,
  ]);
});

test("patterns select what they match", () => {
  const values = ["list-jobs", "get-job", "jobs\nlist", 5];
  const found = (filter: string) => select(values, `$[?${filter}]`).flat();
  expect(found("match(@, '.*-job.*')")).toEqual([0, 1]);
  expect(found("search(@, 'l.*-jobs')")).toEqual([0]);
  expect(found("search(@, '(')")).toEqual([]);
  expect(found("match(@, 5)")).toEqual([]);
});
