import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { OptionTexts } from "../../src/options/option-row.ts";
import { PROJECT_ROWS, projectSchema } from "../../src/options/project.ts";
import { readData } from "../../src/simulator/package-file.ts";
import { SAMPLES } from "./values.ts";

const validate = new Ajv2020({ strictTypes: false }).compile(
  projectSchema(await readData<OptionTexts>("options")),
);

/** Only the program can check these: the schema doesn't include the grammar of clocks. */
const UNCHECKED: readonly unknown[] = ["fast"];

const rows = PROJECT_ROWS.map(([name]) => ({ name, samples: SAMPLES[name] }));

test.each(rows)(
  "the schema of project files accepts and refuses what `$name` does",
  ({ name, samples }) => {
    const { data: [good] = [], badData = [] } = samples;
    expect(validate({ format: 1, [name]: good })).toBe(true);
    const refused = badData.filter(([bad]) => !UNCHECKED.includes(bad) && typeof bad !== "bigint");
    expect(refused.filter(([bad]) => validate({ [name]: bad }))).toEqual([]);
  },
);

test("the schema of project files refuses unknown keys and other formats", () => {
  expect([validate({ sead: 1 }), validate({ format: 2 })]).toEqual([false, false]);
});
