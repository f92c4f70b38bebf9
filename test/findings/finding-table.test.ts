import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { FINDING_IDS, FINDING_TABLE } from "../../src/findings/finding-table.ts";
import { loadBaseDocument } from "../../src/simulator/base-document.ts";
import { assumptionsOf } from "../../src/spec/assumptions-of.ts";

const registry = assumptionsOf(await loadBaseDocument()).map(({ id }) => id);
const tests = readdirSync("test/findings", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && file !== "finding-table.test.ts")
  .map((file) => readFileSync(join("test/findings", file), "utf8"))
  .join("\n");

test.each(FINDING_IDS)(
  "%s is provoked by a test, and rests on a part or an assumption that there is",
  (id) => {
    const { section, assumption } = FINDING_TABLE[id];
    expect(tests).toContain(`"${id}"`);
    if (section !== undefined)
      expect(section).toMatch(/^([1-9](\.\d)?(, (rule|step) \d)?|Addresses)$/);
    if (assumption !== undefined) expect(registry).toContain(assumption);
  },
);
