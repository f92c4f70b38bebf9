import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { isAbout, isWrite } from "../../src/faults/call-subject.ts";
import { FAULT_GRAMMARS } from "../../src/faults/fault-grammars.ts";
import * as FAULT_KINDS from "../../src/faults/fault-kinds.ts";
import { loadUseCaseNeeds } from "../../src/simulator/load-use-cases.ts";
import { readData } from "../../src/simulator/package-file.ts";

const kebab = (kind: string): string =>
  kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test("every kind has a rule with its own name, a grammar, trials, and a test", async () => {
  const kinds = Object.keys(FAULT_KINDS);
  expect(kinds.length).toBeGreaterThan(15);
  const folders = readdirSync("src/faults", { withFileTypes: true }).filter((it) =>
    it.isDirectory(),
  );
  // If these differ, run `npm run docs`.
  expect(kinds.map(kebab).sort()).toEqual(folders.map(({ name }) => name).sort());
  expect(Object.values(FAULT_KINDS).map(({ kind }) => kind)).toEqual(kinds);
  expect(FAULT_GRAMMARS.map((grammar) => grammar([]).name)).toEqual(kinds);
  expect(Object.keys(await readData<object>("trials"))).toEqual(kinds);
  const files = kinds.map((kind) => `test/faults/${kebab(kind)}.test.ts`);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("faults know every use case that changes the state, and every one that responds with a file", async () => {
  const useCases = await loadUseCaseNeeds();
  const namesOf = (has: (name: string) => boolean) => Object.keys(useCases).filter(has);
  const reads = /^(download|get|list|run|stream|try)/;
  expect(namesOf(isWrite)).toEqual(namesOf((name) => !reads.test(name)));
  const fileAnswers: readonly unknown[] = ["results", "file", "content"];
  expect(namesOf((name) => isAbout(name, "file"))).toEqual(
    namesOf((name) => fileAnswers.includes(useCases[name]?.answers)),
  );
});

test("the words of the guide are the program's", () => {
  const guide = readFileSync("docs/contributing/add-a-fault.md", "utf8");
  const types = readFileSync("src/faults/fault-kind.ts", "utf8");
  for (const act of ["replace", "handle", "spoil"]) {
    expect(guide).toContain(`**${act}**`);
    expect(types).toContain(`{ readonly ${act}:`);
  }
});
