import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { FAULT_TRAITS } from "../../../src/core/faults/fault-traits.ts";
import { FAULT_PLAYS } from "../../../src/http/faults/fault-plays.ts";
import { faultKinds } from "../../../src/scenario/grammar/fault/fault-kinds.ts";

const guide = readFileSync("docs/contributing/add-a-fault.md", "utf8");
const kebab = (kind: string): string =>
  kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test("every kind has what the guide asks for: a grammar, traits, a play, a file, and a test", () => {
  const kinds = faultKinds([]).map(({ name }) => name);
  expect(Object.keys(FAULT_PLAYS).sort()).toEqual([...kinds].sort());
  expect(Object.keys(FAULT_TRAITS).sort()).toEqual([...kinds].sort());
  const files = kinds.flatMap((kind) => [
    `src/http/faults/${kebab(kind)}.ts`,
    `test/http/faults/${kebab(kind)}.test.ts`,
  ]);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the words of the guide are the program's", () => {
  const types = readFileSync("src/http/faults/fault-play.ts", "utf8");
  for (const act of ["replace", "handle", "spoil"]) {
    expect(guide).toContain(`**${act}**`);
    expect(types).toContain(`kind: "${act}"`);
  }
});
