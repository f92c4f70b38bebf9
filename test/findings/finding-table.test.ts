import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { FINDING_IDS, FINDING_TABLE } from "../../src/findings/finding-table.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { assumptionsOf } from "../../src/spec/assumptions-of.ts";
import { contractFactsOf } from "../../src/spec/contract-facts-of.ts";
import { createSpecs } from "../../src/spec/spec.ts";

const assumptions = assumptionsOf(await loadBaseDocument());
const registry = assumptions.map(({ id }) => id);
const { interfaceTexts } = contractFactsOf(createSpecs(await loadBaseDocument())({}));
const tests = readdirSync("test/findings", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && file !== "finding-table.test.ts")
  .map((file) => readFileSync(join("test/findings", file), "utf8"))
  .join("\n");

test.each(FINDING_IDS)(
  "%s is provoked by a test, and rests on a part or an assumption that there is",
  (id) => {
    const { section, assumption } = FINDING_TABLE[id];
    expect(tests).toContain(`"${id}"`);
    if (section !== undefined) expect(interfaceTexts[section]).toMatch(/^[A-Z`].*\.$/);
    if (assumption !== undefined) expect(registry).toContain(assumption);
  },
);

test("each assumption names a part or rule of the interface document that leaves it open", () => {
  const unknown = assumptions.filter(({ section }) => interfaceTexts[section] === undefined);
  expect(unknown).toEqual([]);
});
