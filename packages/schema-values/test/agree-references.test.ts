import { expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { rowsOf } from "./compiled.ts";

const TEXT = { type: "string" };
const WHOLE = { type: "integer" };

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

function listOf(properties: JsonObject): JsonObject {
  return { type: "array", items: object(properties) };
}

function idsOf(items: JsonValue | undefined, key: string): JsonValue[] {
  return (items as JsonObject[]).map((item) => item[key] ?? null);
}

test.each([
  ["source", "target", TEXT],
  ["from_id", "to_id", WHOLE],
  ["subject", "object", TEXT],
])("the edges of a graph name nodes that exist: %s, %s", (from, to, id) => {
  const rows = rowsOf(
    object({
      edges: listOf({ [from]: id, [to]: id, relation: TEXT }),
      nodes: listOf({ id, label: TEXT }),
    }),
    200,
  ) as JsonObject[];
  const wrong = rows.filter(({ nodes, edges }) => {
    const ids = idsOf(nodes, "id");
    return [...idsOf(edges, from), ...idsOf(edges, to)].some((end) => !ids.includes(end));
  });
  expect(wrong).toEqual([]);
  expect(rows.filter(({ edges }) => (edges as JsonValue[]).length > 1).length).toBeGreaterThan(50);
});

test("dependencies name earlier steps, and steps are numbered", () => {
  const rows = rowsOf(
    object({
      steps: listOf({ id: WHOLE, title: TEXT, depends_on: { type: "array", items: WHOLE } }),
    }),
    200,
  ) as JsonObject[];
  let count = 0;
  for (const { steps } of rows) {
    for (const [index, step] of (steps as JsonObject[]).entries()) {
      const dependencies = step["depends_on"] as number[];
      count += dependencies.length;
      expect(step["id"]).toBe(index + 1);
      expect(dependencies.filter((id) => id < 1 || id > index)).toEqual([]);
      expect(new Set(dependencies).size).toBe(dependencies.length);
    }
  }
  expect(count).toBeGreaterThan(100);
});

test("a parent is an earlier item, or null", () => {
  const parent = { anyOf: [TEXT, { type: "null" }] };
  const rows = rowsOf(
    object({ tasks: listOf({ name: TEXT, parent_id: parent }) }),
    200,
  ) as JsonObject[];
  for (const { tasks } of rows) {
    const names = idsOf(tasks, "name");
    for (const [index, task] of (tasks as JsonObject[]).entries())
      expect([null, ...names.slice(0, index)]).toContain(task["parent_id"]);
  }
});

test("only folders have children", () => {
  const node = {
    ...object({
      name: TEXT,
      type: { enum: ["file", "folder"] },
      children: { type: "array", items: { $ref: "#/$defs/node" } },
    }),
    additionalProperties: false,
  };
  const rows = rowsOf({ $defs: { node }, $ref: "#/$defs/node" }, 100) as JsonObject[];
  const pending = [...rows];
  let files = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const children = next["children"] as JsonObject[];
    if (next["type"] === "file") {
      files++;
      expect(children).toEqual([]);
    }
    pending.push(...children);
  }
  expect(files).toBeGreaterThan(50);
});
