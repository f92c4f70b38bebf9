import { posix } from "node:path";
import { formatted, NOTE, readVerbs, splitAtCommas, VERBS_FOLDER } from "./read-verbs.mjs";

/** Arguments that are spread instead of being passed under their own name. */
const SPREAD = new Set(["options", "query"]);

/**
 * The groups of methods, each with the name of its type and the comment on it.
 */
const GROUPS = {
  clock: ["ControlClock", "Reads and moves the sandbox's clock. Time never goes backward."],
  jobs: ["ControlJobs", "Inspects jobs and forces their states. Inspecting never moves the clock."],
  faults: [
    "ControlFaults",
    "Inspects the fault rules in effect and changes them for future calls.",
  ],
  scenario: [
    "ControlScenario",
    "Shows the scenario in effect and replaces it for future jobs and calls. The seed and the clock stay unchanged.",
  ],
  journal: ["ControlJournal", "Searches the recorded exchanges and waits for new ones."],
  files: ["ControlFiles", "Stores files that jobs can read their inputs from."],
  webhooks: ["ControlWebhooks", "Adds webhook endpoints, and shows their deliveries."],
};

/** The files that list every verb. All other files import them, so they are written first. */
export const VERB_TABLES = [
  { path: "src/control/verb-table.ts", render: renderVerbTable },
  { path: "src/control/control-methods.ts", render: renderControlMethods },
];

function renderVerbTable() {
  const lines = readVerbs().map(
    ({ file, name }) => `export { ${name}Verb as ${name} } from "./verbs/${file}";`,
  );
  return [NOTE, ...lines, ""].join("\n");
}

/**
 * The methods of `Control` that perform a verb: their types, with the comments of the verbs, and
 * what they do.
 */
function renderControlMethods() {
  const methods = readVerbs().flatMap(methodsOf);
  const groups = Object.keys(GROUPS).map((group) => ({
    group,
    own: methods.filter((method) => method.group === group),
  }));
  const single = methods.filter(({ group }) => group === "");
  const byHand = methods.filter(({ isByHand }) => isByHand);
  return formatted("src/control/control-methods.ts", [
    NOTE,
    ...importsOf(methods),
    "",
    ...groups.flatMap(({ group, own }) => [
      comment(GROUPS[group][1]),
      `export type ${GROUPS[group][0]} = {\n${own.map(declared).join("\n")}};\n`,
    ]),
    comment("The methods that perform one verb each."),
    "export type ControlMethods = {",
    ...groups.map(
      ({ group }) => `${comment(GROUPS[group][1])}\nreadonly ${group}: ${GROUPS[group][0]};`,
    ),
    ...single.map(declared),
    "};\n",
    comment("Methods whose parameters are not the arguments of their verb."),
    `type ByHand = {${byHand.map(({ group, name }) => `readonly ${group}: Pick<${GROUPS[group][0]}, "${name}">;`).join("\n")}};\n`,
    comment("Makes the methods; `act` performs a verb."),
    "export function controlMethods(act: DoVerb, byHand: ByHand): ControlMethods { return {",
    ...groups.map(({ group, own }) => `${group}: {${own.map(implemented).join(",\n")}},`),
    `${single.map(implemented).join(",\n")} }; }`,
  ]);
}

/** The methods that call a verb, such as `clock.advance(by)`, by the verb's name. */
export function methodCalls() {
  return new Map([...verbMethods()].map(([name, methods]) => [name, methods.map(callOf)]));
}

/** The methods that call a verb, by the verb's name. */
export function verbMethods() {
  return new Map(readVerbs().map((verb) => [verb.name, methodsOf(verb)]));
}

function callOf({ group, name, parameters }) {
  const names = parameters.map(({ name: own, isRest }) => (isRest ? `...${own}` : own));
  return `${group === "" ? "" : `${group}.`}${name}(${names.join(", ")})`;
}

/**
 * The methods in a verb's comment: `@method group.name(parameters): Result = field with {…} by hand
 * -- docs`.
 */
function methodsOf({ file, text, name: verb, about, response }) {
  const plain = about.replace(/^ ?\* ?/gm, "").trim();
  const [docs, ...tags] = plain.split(/^@method /m);
  return tags.map((tag) => {
    const line = tag.replaceAll(/\s+/g, " ").trim();
    const found =
      /^(?:(\w+)\.)?(\w+)\((.*?)\)(?:: (\w+) = (\w+))?(?: with (\{.*?\}))?( by hand)?(?: -- (.*))?$/.exec(
        line,
      );
    if (found === null) throw new Error(`${VERBS_FOLDER}/${file}: can't read \`@method ${line}\`.`);
    const [, group = "", name, list, result, field, fixed, isByHand, ownDocs] = found;
    return {
      ...{ file, text, verb, group, name, list, field, fixed },
      isByHand: isByHand !== undefined,
      response: result ?? response,
      docs: ownDocs ?? docs.replaceAll(/\s+/g, " ").trim(),
      parameters: splitAtCommas(list).map(parameterOf),
    };
  });
}

function parameterOf(text) {
  const [, rest, name, optional] = /^(\.\.\.)?(\w+)(\?)?:/.exec(text) ?? [];
  return { name, isRest: rest !== undefined, isOptional: optional !== undefined };
}

function declared({ name, list, docs, response }) {
  return `${comment(docs)}\nreadonly ${name}: (${list}) => Promise<${response}>;`;
}

function implemented({ group, name, verb, parameters, field, fixed, isByHand }) {
  if (isByHand) return `${name}: byHand.${group}.${name}`;
  const taken = parameters.map(({ name: own, isRest, isOptional }) => {
    if (isRest) return `...${own}`;
    return isOptional && SPREAD.has(own) ? `${own} = {}` : own;
  });
  const call = `act("${verb}", ${argumentsOf(parameters, fixed)})`;
  return field === undefined
    ? `${name}: (${taken.join(", ")}) => ${call}`
    : `${name}: async (${taken.join(", ")}) => (await ${call}).${field}`;
}

function argumentsOf(parameters, fixed) {
  if (fixed !== undefined) return fixed;
  const [first] = parameters;
  if (parameters.length === 1 && SPREAD.has(first.name)) return first.name;
  const spread = parameters.filter(({ name }) => SPREAD.has(name));
  const named = parameters.filter(({ name }) => !SPREAD.has(name));
  const items = [
    ...spread.map(({ name }) => `...${name}`),
    ...named.map(({ name, isOptional }) =>
      isOptional ? `...(${name} === undefined ? {} : { ${name} })` : name,
    ),
  ];
  return `{ ${items.join(", ")} }`;
}

/** The types that methods mention: as imported by the verb's file or another one, or from `arguments.ts`. */
function importsOf(methods) {
  const byPath = new Map([["./control-verbs.ts", new Set(["DoVerb"])]]);
  const texts = methods.map(({ text }) => text);
  for (const { text, list, response } of methods) {
    for (const [type] of `${list} ${response}`.matchAll(/\b[A-Z]\w+/g)) {
      if (["Promise", "Uint8Array"].includes(type)) continue;
      const path = pathOf(type, [text, ...texts]);
      byPath.set(path, (byPath.get(path) ?? new Set()).add(type));
    }
  }
  return [...byPath].map(
    ([path, types]) => `import type { ${[...types].join(", ")} } from "${path}";`,
  );
}

function pathOf(type, texts) {
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/^import [^{]*\{([^}]*)\} from "(\.[^"]*)";/gms),
  ]);
  for (const [, names, path] of imports) {
    const imported = names.split(",").map((name) => name.trim().replace(/^type /, ""));
    if (imported.includes(type)) {
      const own = posix.relative("src/control", posix.join(VERBS_FOLDER, path));
      return own.startsWith(".") ? own : `./${own}`;
    }
  }
  return "./arguments.ts";
}

function comment(docs) {
  const lines = [""];
  for (const word of docs.split(" ")) {
    if (`${lines.at(-1)} ${word}`.length > 92) lines.push(word);
    else lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */`;
}
