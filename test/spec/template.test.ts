import { expect, test } from "@jest/globals";
import fc from "fast-check";
import jsone from "json-e";
import type { JsonValue } from "../../src/core/json.ts";
import { compileTemplate } from "../../src/spec/template/template.ts";

const CONTEXT = {
  jobId: "job-1",
  state: "RUNNING",
  nothing: null,
  zero: 0,
  list: [{ a: 1 }, { a: 2 }],
  job: { name: "n", cost: 1.5, failureReason: null, none: [], empty: {} },
};

/** Templates in the language, both compiled ones and those that json-e renders. */
const templates: fc.Arbitrary<JsonValue> = fc.letrec<{ node: JsonValue }>((tie) => {
  const node = tie("node");
  const path = fc.constantFrom(
    "jobId",
    "state",
    "nothing",
    "zero",
    "job",
    "job.name",
    "job.cost",
    "job.failureReason",
    "job.none",
    "job.empty",
  );
  const scalarPath = fc.constantFrom("jobId", "nothing", "zero", "job.cost");
  return {
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonValue>(null, true, 3, "text", "", "a.b", "$5", "100%"),
      scalarPath.map((name) => `<\${${name}}>`),
      fc.tuple(scalarPath, scalarPath).map(([a, b]) => `\${${a}} and \${${b}}`),
      path.map((name) => ({ $eval: name })),
      fc.constantFrom<JsonValue>(
        { $eval: "zero + 1" },
        { $eval: "len(list)" },
        "${zero + 2}",
        "$${escaped}",
      ),
      fc.tuple(path, node, node).map(([name, yes, no]) => ({ $if: name, then: yes, else: no })),
      fc.tuple(path, node).map(([name, yes]) => ({ $if: name, then: yes })),
      fc.constant<JsonValue>({
        $map: { $eval: "list" },
        "each(item)": { v: { $eval: "item.a" }, j: "${jobId}" },
      }),
      fc.array(node, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "${jobId}", "x_y"), node, { maxKeys: 3 }),
      fc
        .tuple(
          fc.dictionary(fc.constantFrom("a", "b"), node),
          fc.dictionary(fc.constantFrom("b", "c"), node),
        )
        .map(([a, b]) => ({ $merge: [a, b] })),
    ),
  };
}).node;

function outcome(render: () => unknown): unknown {
  try {
    return { value: render() };
  } catch {
    return "throws";
  }
}

test("a compiled template renders what json-e renders", () => {
  fc.assert(
    fc.property(templates, (template) => {
      const expected = outcome(() => jsone(template as object, CONTEXT));
      expect(outcome(() => compileTemplate(template)(CONTEXT))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("a name that the context doesn't have is an error, never an empty value", () => {
  expect(() => compileTemplate({ a: { $eval: "job.missing" } })(CONTEXT)).toThrow(
    "Expected the template's `job.missing` to have a value, got none at `missing`.",
  );
});
