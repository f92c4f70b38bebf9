import { readdirSync } from "node:fs";

const NOTE = "// Generated from the folders beside this file: `npm run docs`.";

/** The name of each kind of fault, from its folder: `add-field` has the kind `addField`. */
const KINDS = readdirSync("src/faults", { recursive: true, encoding: "utf8" })
  .flatMap((path) => /^([a-z-]+)[/\\]rule\.ts$/.exec(path)?.[1] ?? [])
  .sort()
  .map((folder) => {
    const kind = folder.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    return { folder, kind, type: `${kind[0].toUpperCase()}${kind.slice(1)}` };
  });

/** The tables that list every kind. Everything else imports them, so they are written first. */
export const FAULT_TABLES = [
  { path: "src/faults/fault-kinds.ts", render: renderFaultKinds },
  { path: "src/faults/fault-grammars.ts", render: renderFaultGrammars },
  { path: "src/faults/fault-plays.ts", render: renderFaultPlays },
];

/** The union of the faults of all kinds, and the table of their kinds. */
function renderFaultKinds() {
  return [
    NOTE,
    ...imports("rule", ({ kind, type }) => [`type ${type}Fault`, `${kind}Kind`], {
      "./fault-kind.ts": "FaultKind",
    }),
    "",
    "/** A fault with the parameters of its kind. */",
    "export type KnownFault =",
    `${KINDS.map(({ type }) => `  | ${type}Fault`).join("\n")};`,
    "",
    "/** Every kind of fault. */",
    "export const FAULT_KINDS: {",
    '  readonly [Kind in KnownFault["kind"]]: FaultKind<Extract<KnownFault, { readonly kind: Kind }>>;',
    "} = {",
    ...KINDS.map(({ kind }) => `  ${kind}: ${kind}Kind,`),
    "};",
    "",
  ].join("\n");
}

/** The list of all grammars. */
function renderFaultGrammars() {
  return [
    NOTE,
    ...imports("grammar", ({ kind }) => [`${kind}Grammar`], {
      "./fault-grammar.ts": "FaultGrammar",
    }),
    "",
    "/** How every kind of fault is written. */",
    "export const FAULT_GRAMMARS: readonly FaultGrammar[] = [",
    ...KINDS.map(({ kind }) => `  ${kind}Grammar,`),
    "];",
    "",
  ].join("\n");
}

/** The table of all plays. */
function renderFaultPlays() {
  return [
    NOTE,
    ...imports("play", ({ type }) => [`play${type}`], {
      "./fault-kinds.ts": "KnownFault",
      "./fault-play.ts": "FaultPlay",
    }),
    "",
    "/** The play for each kind of fault. */",
    "export const FAULT_PLAYS: {",
    '  readonly [Kind in KnownFault["kind"]]: FaultPlay<Extract<KnownFault, { readonly kind: Kind }>>;',
    "} = {",
    ...KINDS.map(({ kind, type }) => `  ${kind}: play${type},`),
    "};",
    "",
  ].join("\n");
}

/**
 * The imports from a file of each folder, and those of `types` by path, as the formatter sorts and
 * wraps them.
 */
function imports(file, namesOf, types) {
  const ofKinds = KINDS.map((kind) => [`./${kind.folder}/${file}.ts`, namesOf(kind)]);
  return [...ofKinds, ...Object.entries(types)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, names]) => {
      if (typeof names === "string") return `import type { ${names} } from "${path}";`;
      const line = `import { ${names.join(", ")} } from "${path}";`;
      if (line.length <= 100) return line;
      return `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${path}";`;
    });
}
