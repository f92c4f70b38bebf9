import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { run } from "./process.ts";

test("scenarios --json lists the built-in scenarios as objects", async () => {
  const { code, stdout, stderr } = await run(["scenarios", "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  const rows: { name: string; notes: string[] }[] = JSON.parse(stdout);
  const { name, description, goodClient } = parse(
    await readFile("scenarios/cancel-404.yaml", "utf8"),
  );
  expect(rows.find((row) => row.name === "cancel-404")).toEqual({
    ...{ name, description, goodClient },
    notes: [],
  });
  expect(rows.filter(({ notes }) => notes.length > 0).map((row) => row.name)).toContain(
    "flaky-network",
  );
});

test("scenarios show prints a built-in scenario as a file to copy, or as JSON", async () => {
  const text = await readFile("scenarios/cancel-404.yaml", "utf8");
  const shown = await run(["scenarios", "show", "cancel-404"]);
  expect(shown).toEqual({
    code: 0,
    signal: null,
    stdout: text.replace("../dist/", "./node_modules/batch-sim/dist/"),
    stderr: "",
  });
  const json = await run(["scenarios", "show", "cancel-404", "--json"]);
  expect(JSON.parse(json.stdout)).toEqual(parse(text));
});

test("scenarios show suggests the nearest name", async () => {
  expect(await run(["scenarios", "show", "cancel-44"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr:
      "batch-sim: Failed to find the scenario `cancel-44`: no built-in scenario has this name. Did you mean `cancel-404`?\n",
  });
});

test.each(["scenario", "project", "report"])("schema %s prints the exported file", async (name) => {
  const file = JSON.parse(await readFile("package.json", "utf8")).exports[`./${name}.schema.json`];
  const stdout = await readFile(file, "utf8");
  expect(await run(["schema", name])).toEqual({ code: 0, signal: null, stdout, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ $schema: expect.any(String), type: "object" });
});
