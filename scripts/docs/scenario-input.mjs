import { operationGroups } from "../../src/faults/call-subject.ts";
import { scenarioJsonSchema } from "../../src/scenario/grammar/scenario-file.ts";
import { loadBuiltInScenarios } from "../../src/scenario/load/load-scenario.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { builtinScenarioDir } from "../../src/simulator/open-scenario.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";

const HEADER = `import type { ClockText } from "./clock-spec.ts";
import type { JsonValue } from "./json.ts";

// Written by \`npm run docs\` from the grammar: a scenario as an object, as a program writes it.

/** An object with exactly one of these keys. */
export type OneKeyOf<Shape> = {
  [Key in keyof Shape]: { readonly [Only in Key]: Shape[Only] } & {
    readonly [Other in Exclude<keyof Shape, Key>]?: never;
  };
}[keyof Shape];

/** A duration such as \`1h30m\`, or 0. */
export type DurationInput = 0 | (string & {});

/** A share such as \`60%\`, or a number from 0 to 1. */
export type ShareInput = number | \`\${number}%\`;
`;

/** The types of definitions, and of schemas that are less precise than the grammar. */
const NAMES = { duration: "DurationInput", share: "ShareInput", distribution: "DistributionInput" };
const CLOCK_PATTERN = "^(real|manual|poll|";
const DURATION_PATTERN = "^(0|(";

/**
 * The types of scenarios as objects. An overlay can add assumptions, so their type is open. An
 * overlay can also add operations, but with an open type, a misspelled operation would compile.
 */
export async function renderScenarioInput() {
  const vocabulary = vocabularyOf(await loadBaseDocument());
  const schema = scenarioJsonSchema(vocabulary);
  const scenarios = await loadBuiltInScenarios({ builtinDir: builtinScenarioDir(), vocabulary });
  const { assumptions, profiles, rows, faults, models } = schema.properties;
  const objects = [
    [
      "AssumptionsInput",
      "The service's behavior on points that the interface document leaves open, by assumption ID.",
      assumptions,
      " & { readonly [id: string]: JsonValue }",
    ],
    ["ModelInput", "Changes to a model.", models.additionalProperties],
    ["ProfileInput", "How the jobs that match behave.", profiles.items],
    ["RowRuleInput", "A rule for the outputs of the rows that match it.", rows.items],
    ["FaultInput", "A fault rule: how operations or connections misbehave.", faults.items],
    ["ScenarioInput", "A scenario as an object: the content of a scenario file.", schema],
  ];
  const printer = new Printer(objects);
  const types = [
    ["ScenarioName", "The name of a built-in scenario.", words(scenarios.map(({ name }) => name))],
    [
      "OperationId",
      "An operation's ID. A scenario that names operations of an overlay must be YAML text.",
      words(vocabulary.operationIds),
    ],
    [
      "OperationGroup",
      "All operations with a purpose, whatever their IDs.",
      words([...operationGroups(vocabulary.uses).keys()]),
    ],
    [
      "DistributionInput",
      "How long something takes: always the same, or drawn from the seed.",
      printer.type(schema.$defs.distribution),
    ],
    ...objects.map(([name, about, of, more = ""]) => [name, about, printer.body(of) + more]),
  ];
  const declarations = types.map(
    ([name, about, type]) =>
      `/** ${about} */\nexport type ${name} =${type.startsWith("\n") ? "" : " "}${type};\n`,
  );
  const text = [HEADER, ...declarations].join("\n");
  return text.replace(/^( *)\/\*\* (.*) \*\/$/gm, wrapped);
}

/** Maximum number of columns of a line. */
const COLUMNS = 100;

/** A comment on one line, or on several if it is too long for one. */
function wrapped(comment, indent, text) {
  if (comment.length <= COLUMNS) return comment;
  const most = COLUMNS - `${indent} * `.length;
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= most) lines.splice(-1, 1, line);
    else lines.push(word);
  }
  const inner = lines.map((line) => `${indent} * ${line}`).join("\n");
  return `${indent}/**\n${inner}\n${indent} */`;
}

function words(names) {
  return names.map((name) => `\n  | ${JSON.stringify(name)}`).join("");
}

/** Prints JSON Schemas as types. */
class Printer {
  #names;

  constructor(named) {
    this.#names = new Map(named.map(([name, , schema]) => [schema, name]));
  }

  type(schema) {
    return this.#names.get(schema) ?? this.body(schema);
  }

  body(schema) {
    if (schema.$ref !== undefined) return NAMES[schema.$ref.split("/").at(-1)];
    if (schema.anyOf !== undefined) return this.#union(schema.anyOf);
    if (schema.oneOf !== undefined) return this.#fault(schema);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return this.#enum(schema.enum);
    if (schema.type === "object") return this.#object(schema);
    if (schema.type === "array") return this.#array(schema);
    if (schema.pattern?.startsWith(CLOCK_PATTERN)) return "ClockText";
    if (schema.pattern?.startsWith(DURATION_PATTERN)) return "DurationInput";
    return (
      { string: "string", boolean: "boolean", number: "number", integer: "number" }[schema.type] ??
      "JsonValue"
    );
  }

  /** The keys of exactly one fault, in addition to the rule's keys. */
  #fault(schema) {
    const kinds = new Set(schema.oneOf.flatMap(({ required }) => required));
    const entries = Object.entries(schema.properties);
    const rule = entries.filter(([key]) => !kinds.has(key));
    const faults = entries.filter(([key]) => kinds.has(key));
    return `${this.#keys(rule, schema.required)} & OneKeyOf<${this.#keys(faults, [...kinds])}>`;
  }

  #union(members) {
    const types = [...new Set(members.map((each) => this.type(each)))];
    return (types.includes("DurationInput") ? types.filter((each) => each !== "0") : types).join(
      " | ",
    );
  }

  #enum(values) {
    if (values[0] === "*") return '"*" | OperationGroup | OperationId';
    return values.map((value) => JSON.stringify(value)).join(" | ");
  }

  #array({ prefixItems, items }) {
    if (prefixItems !== undefined)
      return `readonly [${prefixItems.map((each) => this.type(each)).join(", ")}]`;
    const type = this.type(items);
    return `readonly ${type.includes(" | ") ? `(${type})` : type}[]`;
  }

  #object({ properties, required = [], additionalProperties, maxProperties }) {
    if (properties === undefined)
      return `Readonly<Record<string, ${this.type(additionalProperties)}>>`;
    const entries = Object.entries(properties);
    if (maxProperties !== 1) return this.#keys(entries, required);
    return `OneKeyOf<${this.#keys(entries, Object.keys(properties))}>`;
  }

  #keys(entries, required) {
    const lines = entries.map(([key, schema]) => {
      const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
      const about = schema.description === undefined ? "" : `/** ${schema.description} */\n`;
      return `${about}readonly ${name}${required.includes(key) ? "" : "?"}: ${this.type(schema)};`;
    });
    const indented = lines.join("\n").replace(/^/gm, "  ");
    return `{\n${indented}\n}`;
  }
}
