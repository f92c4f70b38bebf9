import { existsSync, readdirSync } from "node:fs";

const NOTE = "// Generated from the folders beside this file: `npm run docs`.";

/** The name of each kind of fault, from its folder: `add-field` has the kind `addField`. */
const KINDS = readdirSync("src/faults", { recursive: true, encoding: "utf8" })
  .flatMap((path) => /^([a-z-]+)[/\\]rule\.ts$/.exec(path)?.[1] ?? [])
  .sort()
  .map((folder) => {
    const kind = folder.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    return { folder, kind, isSwitch: !existsSync(`src/faults/${folder}/grammar.ts`) };
  });

/** An example of each kind without parameters. */
export const SWITCH_EXAMPLES = Object.fromEntries(
  KINDS.filter(({ isSwitch }) => isSwitch).map(({ kind }) => [`faults[].${kind}`, `${kind}: true`]),
);

/** The tables that list every kind. All other files import them, so they are written first. */
export const FAULT_TABLES = [
  { path: "src/faults/fault-kinds.ts", render: renderFaultKinds },
  { path: "src/faults/fault-grammars.ts", render: renderFaultGrammars },
];

/** The table of all kinds. */
function renderFaultKinds() {
  return [
    NOTE,
    ...imports({
      ...fromEach(KINDS, "rule", ({ kind }) => [`${kind}Kind`]),
    }),
    "",
    "export const FAULT_KINDS = {",
    ...KINDS.map(({ kind }) => `  ${kind}: ${kind}Kind,`),
    "};",
    "",
  ].join("\n");
}

/** The list of all grammars. A kind without its own grammar has no parameters. */
function renderFaultGrammars() {
  const switches = KINDS.filter(({ isSwitch }) => isSwitch);
  const others = KINDS.filter(({ isSwitch }) => !isSwitch);
  return [
    NOTE,
    ...imports({
      "./fault-grammar.ts": ["type FaultGrammar", "switchGrammar"],
      ...fromEach(others, "grammar", ({ kind }) => [`${kind}Grammar`]),
      ...fromEach(switches, "rule", ({ kind }) => [`${kind}Kind`]),
    }),
    "",
    "/** How every kind of fault is written. */",
    "export const FAULT_GRAMMARS: readonly FaultGrammar[] = [",
    ...KINDS.map(({ kind, isSwitch }) =>
      isSwitch ? `  switchGrammar(${kind}Kind),` : `  ${kind}Grammar,`,
    ),
    "];",
    "",
  ].join("\n");
}

/** The names to import from a file of each folder, by its path. */
function fromEach(kinds, file, namesOf) {
  return Object.fromEntries(kinds.map((kind) => [`./${kind.folder}/${file}.ts`, namesOf(kind)]));
}

/** Imports of names by path, as the formatter sorts and wraps them. */
function imports(names) {
  return Object.entries(names)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, each]) => {
      const [first] = each;
      if (each.length === 1 && first.startsWith("type "))
        return `import type { ${first.slice("type ".length)} } from "${path}";`;
      const line = `import { ${each.join(", ")} } from "${path}";`;
      if (line.length <= 100) return line;
      return `import {\n${each.map((name) => `  ${name},\n`).join("")}} from "${path}";`;
    });
}
