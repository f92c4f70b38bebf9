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
  { path: "src/faults/own-grammars.ts", render: renderOwnGrammars },
];

function renderFaultKinds() {
  return exportsOf(KINDS, "rule", "Kind");
}

/** A kind without its own grammar has no parameters. */
function renderOwnGrammars() {
  return exportsOf(
    KINDS.filter(({ isSwitch }) => !isSwitch),
    "grammar",
    "Grammar",
  );
}

/** Exports the definition from a file in each folder under the kind's name. */
function exportsOf(kinds, file, suffix) {
  const lines = kinds.map(
    ({ folder, kind }) => `export { ${kind}${suffix} as ${kind} } from "./${folder}/${file}.ts";`,
  );
  return [NOTE, ...lines, ""].join("\n");
}
