import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "@swc/core";
import { formatted } from "./read-verbs.mjs";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The files with the JSON Schemas (2020-12) of what commands write, made from its types. */
export const REPORT_SCHEMAS = [
  {
    path: "src/findings/report/report-schema.ts",
    render: () => {
      const finding = schemaOf("src/findings/finding.ts", "Finding");
      const report = {
        $schema: DIALECT,
        title: "batch-sim's report on what a simulator's clients did wrong, and what they used",
        ...schemaOf("src/findings/report/report-of.ts", "Report"),
      };
      report.properties.findings.items = "FINDING_SCHEMA";
      return moduleOf(
        ["FINDING_SCHEMA", "JSON Schema of a finding.", finding],
        ["REPORT_SCHEMA", "JSON Schema of report.json.", report],
      );
    },
  },
  command("explore", "exploration", "ExploreReport"),
  command("verify", "verification", "VerifyReport"),
];

function command(name, noun, type) {
  const folder = `src/${name}/report`;
  const render = () => {
    const { description, ...schema } = schemaOf(`${folder}/${name}-report.ts`, type);
    const $id = `https://unpkg.com/batch-sim/dist/${name}.schema.json`;
    const head = { $schema: DIALECT, $id, title: `batch-sim ${noun}`, description };
    const about = `JSON Schema of ${name}.json.`;
    return moduleOf([`${name.toUpperCase()}_SCHEMA`, about, { ...head, ...schema }]);
  };
  return { path: `${folder}/${name}-schema.ts`, render };
}

/** A schema may name another one. */
function moduleOf(...schemas) {
  return formatted("src/findings/report/report-schema.ts", [
    'import type { JsonObject } from "../../core/json.ts";',
    "\n// Written by `npm run docs` from the types.\n",
    ...schemas.map(([name, about, content]) => {
      const text = JSON.stringify(content).replaceAll(/"([A-Z]+_SCHEMA)"/g, "$1");
      return `/** ${about} */\nexport const ${name}: JsonObject = ${text};\n`;
    }),
  ]);
}

/** Numbers are counts, except for these. */
const NUMBERS = { share: { type: "number", minimum: 0, maximum: 1 }, seed: { type: "integer" } };
const COUNT = { type: "integer", minimum: 0 };

function schemaOf(file, name) {
  const { node, about } = openFile(file).find(name);
  return { description: about, ...schema(node, openFile(file)) };
}

/** The schema of a type in a file. */
function schema(node, file) {
  switch (node.type) {
    case "TsKeywordType":
      return node.kind === "number" ? COUNT : { type: node.kind };
    case "TsLiteralType":
      return { const: node.literal.value };
    case "TsParenthesizedType":
      return schema(node.typeAnnotation, file);
    case "TsTypeOperator":
      return schema(node.typeAnnotation, file);
    case "TsArrayType":
      return { type: "array", items: schema(node.elemType, file) };
    case "TsTupleType":
      return { type: "array", items: schema(node.elemTypes[0].ty, file) };
    case "TsUnionType":
      return { enum: node.types.map((each) => schema(each, file).const) };
    case "TsIndexedAccessType":
      return { enum: file.list(node.objectType.typeAnnotation.exprName.value) };
    case "TsIntersectionType":
      return objectOf(Object.assign({}, ...node.types.map((each) => members(each, file))));
    case "TsTypeLiteral":
      return objectOf(members(node, file));
    case "TsTypeReference":
      return schemaOfReference(node, file);
    default:
      throw new Error(`${file.path}: no schema for a ${node.type}.`);
  }
}

function schemaOfReference({ typeName: { value: name }, typeParams }, file) {
  const [first, second] = typeParams?.params ?? [];
  if (name === "Readonly") return schema(first, file);
  if (name === "Record") return { type: "object", additionalProperties: schema(second, file) };
  if (name === "Pick" || name === "Omit")
    return objectOf(
      members({ type: "TsTypeReference", typeName: { value: name }, typeParams }, file),
    );
  if (name.startsWith("Json")) return {};
  const found = file.find(name);
  return schema(found.node, found.file);
}

function objectOf(properties) {
  const entries = Object.entries(properties);
  const required = entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, property]) => [name, property.schema])),
    required,
    additionalProperties: false,
  };
}

/** The properties of an object type, by name. */
function members(node, file) {
  if (node.type === "TsTypeLiteral")
    return Object.fromEntries(
      node.members.map((member) => [member.key.value, property(member, file)]),
    );
  if (node.type === "TsIntersectionType")
    return Object.assign({}, ...node.types.map((each) => members(each, file)));
  const { typeName, typeParams } = node;
  if (typeName.value !== "Pick" && typeName.value !== "Omit") {
    const found = file.find(typeName.value);
    return members(found.node, found.file);
  }
  const [of, names] = typeParams.params;
  const chosen = (names.types ?? [names]).map(({ literal }) => literal.value);
  const isPicked = ([name]) => chosen.includes(name) === (typeName.value === "Pick");
  return Object.fromEntries(Object.entries(members(of, file)).filter(isPicked));
}

function property({ key, optional, span, typeAnnotation }, file) {
  const about = file.commentBefore(span.start);
  const own = schema(typeAnnotation.typeAnnotation, file);
  const type = own === COUNT ? (NUMBERS[key.value] ?? COUNT) : own;
  return { schema: { ...type, ...(about && { description: about }) }, isOptional: optional };
}

const opened = new Map();

function openFile(path) {
  const known = opened.get(path) ?? new TypeFile(path);
  opened.set(path, known);
  return known;
}

/** The types that a file declares or imports. */
class TypeFile {
  #bytes;
  #base;
  #body;

  constructor(path) {
    this.path = path;
    // The parser counts bytes from an offset of its own, which the first statement reveals.
    this.#bytes = Buffer.from(`0;${readFileSync(path, "utf8")}`);
    const module = parseSync(this.#bytes.toString(), { syntax: "typescript", target: "es2023" });
    [this.#base, this.#body] = [module.body[0].span.start, module.body];
  }

  /** A type, with the file that declares it and its comment. */
  find(name) {
    for (const statement of this.#body) {
      const { declaration = statement, specifiers, source } = statement;
      if (declaration.type === "TsTypeAliasDeclaration" && declaration.id.value === name) {
        const about = this.commentBefore(statement.span.start);
        return { node: declaration.typeAnnotation, file: this, about };
      }
      if (
        statement.type === "ImportDeclaration" &&
        specifiers.some((each) => each.local.value === name)
      )
        return openFile(posix.join(posix.dirname(this.path), source.value)).find(name);
    }
    throw new Error(`${this.path}: there is no type \`${name}\`.`);
  }

  /** The strings in a list that the file declares `as const`. */
  list(name) {
    for (const { declaration } of this.#body)
      for (const { id, init } of declaration?.declarations ?? [])
        if (id.value === name) return init.expression.elements.map((each) => each.expression.value);
    throw new Error(`${this.path}: there is no list \`${name}\`.`);
  }

  commentBefore(offset) {
    const before = this.#bytes.subarray(0, offset - this.#base).toString();
    const [, text] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before) ?? [];
    return text?.replaceAll(/\s*\n\s*\* ?/g, " ").trim();
  }
}
