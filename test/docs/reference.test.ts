import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { FAULT_KINDS } from "../../src/scenario/grammar/fault/fault-kinds.ts";
import { loadBaseDocument } from "../../src/simulator/base-document.ts";
import { asObject } from "../../src/spec/place.ts";

const page = (name: string): string => readFileSync(`docs/${name}.md`, "utf8");

test("docs/faults.md has a row for every kind of fault, and for no other", () => {
  const [, kinds = ""] = page("faults").split("## Kinds");
  const listed = [...kinds.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  expect(listed.sort()).toEqual(FAULT_KINDS.map(({ name }) => name).sort());
});

test("docs/response-shapes.md shows a job record and a dataset with exactly their fields", async () => {
  const { components } = await loadBaseDocument();
  const schemas = asObject(asObject(components)["schemas"]);
  const shown = [...page("response-shapes").matchAll(/```json\n(\{\n[\s\S]*?)```/g)].map(
    ([, json = ""]) => JSON.parse(json),
  );
  for (const [name, key] of [
    ["Job", "job_cost"],
    ["Dataset", "dataset_id"],
    ["Results", "outputs"],
  ] as const) {
    const example = shown.find((each) => key in each);
    const { properties } = asObject(schemas[name]);
    expect([name, Object.keys(example).sort()]).toEqual([
      name,
      Object.keys(asObject(properties)).sort(),
    ]);
  }
});

test("docs/response-shapes.md names the columns of CSV and Parquet results", async () => {
  const { paths } = await loadBaseDocument();
  const operation = asObject(asObject(asObject(paths)["/jobs/{job_id}/results"])["get"]);
  const formats = asObject(asObject(operation["x-batch-sim"])["response"]);
  const columnsOf = (format: string): unknown[] =>
    Object.values(asObject(asObject(formats[format])["columns"]));
  const text = page("response-shapes");
  expect(text).toContain(columnsOf("csv").join(",").replace("${jobId}", "<job_id>"));
  const [, parquet = ""] = text.split("## Results as Parquet");
  for (const column of columnsOf("parquet")) expect(parquet).toContain(`| \`${column}\` |`);
});
