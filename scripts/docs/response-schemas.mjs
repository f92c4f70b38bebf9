import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "@swc/core";
import { readVerbs, VERBS_FOLDER } from "./read-verbs.mjs";

/** Schemas of types that are less precise than their values, or that are described elsewhere. */
const KNOWN = {
  Instant: {
    type: "number",
    description: "Milliseconds since 1970 on the sandbox's clock.",
  },
  Integer: { type: "integer" },
  JsonObject: { type: "object", additionalProperties: true },
  JsonValue: {},
  Fault: {
    type: "object",
    description: "The kind of fault, and its parameters, with durations in milliseconds.",
    required: ["kind"],
    properties: { kind: { type: "string" } },
  },
};

/** Program data whose fields the document omits. */
const OPEN = new Set([
  ...["Assumptions", "ClockSpec", "DeliveryRule", "Model", "ModelChange", "Profile", "ProfileRule"],
  ...["RowRule", "ScenarioDataset", "ScenarioWebhook", "Submission"],
]);

const KEYWORDS = {
  string: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  null: { type: "null" },
  unknown: {},
};

/**
 * The JSON Schemas of the verbs' responses, made from the types in their files, and a document with the types that they
 * reference. `own` are schemas of types that already have one.
 */
export function responseSchemas(own, document) {
  const types = new Types(own);
  const responses = readVerbs().map(({ file, name, response }) => [
    name,
    types.read(`${VERBS_FOLDER}/${file}`, response),
  ]);
  const filled = JSON.stringify(document, (_, value) =>
    value?.$type === undefined ? value : types.read("src/control/control-path.ts", value.$type),
  );
  return { responses: Object.fromEntries(responses), document: JSON.parse(filled) };
}

/** Makes JSON Schemas of types. */
export class Types {
  #files = new Map();
  #schemas = new Map();

  /** `own` are the schemas of types that already have one, by name. */
  constructor(own = {}) {
    for (const [name, schema] of Object.entries(own)) this.#schemas.set(name, schema);
  }

  /** The schema of a type that is written in a file; undefined for `void`. */
  read(path, code) {
    if (code === "void") return undefined;
    const { types } = parsed(`type It = ${code};`);
    return this.#schemaOf(types.get("It").type, this.#file(path));
  }

  #file(path) {
    const known = this.#files.get(path) ?? { path, ...parsed(readFileSync(path, "utf8")) };
    this.#files.set(path, known);
    return known;
  }

  /** The declaration of a name, and the file that has it. */
  #declared(name, file) {
    if (file.types.has(name)) return { file, ...file.types.get(name) };
    const specifier = file.imports.get(name);
    if (specifier === undefined) throw new Error(`${file.path}: can't find the type ${name}.`);
    return this.#declared(name, this.#file(posix.join(posix.dirname(file.path), specifier)));
  }

  #schemaOf(type, file) {
    switch (type.type) {
      case "TsKeywordType":
        return KEYWORDS[type.kind] ?? fail(type, file);
      case "TsLiteralType":
        return { const: type.literal.value };
      case "TsParenthesizedType":
        return this.#schemaOf(type.typeAnnotation, file);
      case "TsTypeOperator":
        return this.#schemaOf(type.typeAnnotation, file);
      case "TsArrayType":
        return { type: "array", items: this.#schemaOf(type.elemType, file) };
      case "TsTupleType":
        return this.#listOf(type.elemTypes, file);
      case "TsUnionType":
        return choiceOf(type.types.map((each) => this.#schemaOf(each, file)));
      case "TsTypeLiteral":
      case "TsIntersectionType":
        return objectOf(this.#membersOf(type, file));
      case "TsIndexedAccessType":
        return this.#itemOf(type, file);
      case "TsTypeReference":
        return this.#named(type, file);
      default:
        return fail(type, file);
    }
  }

  /** A list with a fixed beginning, such as `[First, ...Rest[]]`. */
  #listOf(elements, file) {
    const types = elements.map(({ ty }) =>
      ty.type === "TsRestType" ? ty.typeAnnotation.elemType : ty,
    );
    const minItems = elements.filter(({ ty }) => ty.type !== "TsRestType").length;
    const items = this.#schemaOf(types.at(-1), file);
    const limit = minItems === types.length ? { maxItems: minItems } : {};
    return { type: "array", minItems, ...limit, items };
  }

  /** `(typeof LIST)[number]`, one of the strings in a constant, or a member such as `Fault["kind"]`. */
  #itemOf({ objectType, indexType }, file) {
    const { value: list } = objectType.typeAnnotation?.exprName ?? {};
    if (list !== undefined) return { enum: file.lists.get(list) };
    const { type, file: where } = this.#declared(objectType.typeName.value, file);
    const schemas = (type.types ?? [type]).map((each) =>
      this.#membersOf(each, where).get(indexType.literal.value).schema(),
    );
    return choiceOf(
      schemas.flatMap((each) => (each.enum ?? [each.const]).map((own) => ({ const: own }))),
    );
  }

  #named({ typeName, typeParams }, file) {
    const { value: name } = typeName;
    const [first, second] = typeParams?.params ?? [];
    if (name === "Readonly") return this.#schemaOf(first, file);
    if (name === "Record")
      return { type: "object", additionalProperties: this.#schemaOf(second, file) };
    if (["Omit", "Pick", "Partial"].includes(name))
      return objectOf(this.#membersOf({ type: "TsTypeReference", typeName, typeParams }, file));
    if (name in KNOWN) return KNOWN[name];
    if (OPEN.has(name)) return KNOWN.JsonObject;
    if (!this.#schemas.has(name)) {
      const found = this.#declared(name, file);
      this.#schemas.set(name, this.#schemaOf(found.type, found.file));
    }
    return this.#schemas.get(name);
  }

  /** The members of an object type by name. */
  #membersOf(type, file) {
    if (type.type === "TsIntersectionType")
      return new Map(type.types.flatMap((each) => [...this.#membersOf(each, file)]));
    if (type.type === "TsParenthesizedType") return this.#membersOf(type.typeAnnotation, file);
    if (type.type === "TsTypeLiteral") return this.#ownMembers(type, file);
    const { value: name } = type.typeName;
    const [of, keys] = type.typeParams?.params ?? [];
    if (name === "Readonly") return this.#membersOf(of, file);
    if (name !== "Omit" && name !== "Pick" && name !== "Partial") {
      const found = this.#declared(name, file);
      return this.#membersOf(found.type, found.file);
    }
    const all = [...this.#membersOf(of, file)];
    if (name === "Partial")
      return new Map(all.map(([key, member]) => [key, { ...member, isOptional: true }]));
    const named = (keys.types ?? [keys]).map(({ literal }) => literal.value);
    return new Map(all.filter(([key]) => named.includes(key) === (name === "Pick")));
  }

  /** The comment on the type of a member; the member's own comment takes precedence. */
  #aboutType({ typeAnnotation: { typeAnnotation: type } }, file) {
    const name = type.typeName?.value;
    if (name === undefined || type.typeParams || name in KNOWN) return undefined;
    return this.#declared(name, file).comment;
  }

  #ownMembers({ members }, file) {
    return new Map(
      members.map((member) => {
        // Created when needed: `Omit` and `Pick` exclude some members.
        const schema = () => this.#schemaOf(member.typeAnnotation.typeAnnotation, file);
        const about = file.commentBefore(member) ?? this.#aboutType(member, file);
        const isOptional = member.optional === true;
        return [member.key.value, { schema, about, isOptional }];
      }),
    );
  }
}

function choiceOf(schemas) {
  if (schemas.length === 1) return schemas[0];
  return schemas.every((each) => "const" in each)
    ? { enum: schemas.map((each) => each.const) }
    : { anyOf: schemas };
}

function objectOf(members) {
  const entries = [...members];
  const required = entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  const properties = Object.fromEntries(
    entries.map(([name, { schema, about }]) => [
      name,
      about === undefined ? schema() : described(schema(), about),
    ]),
  );
  return { type: "object", required, additionalProperties: false, properties };
}

function described(schema, about) {
  if (schema !== KNOWN.Instant || about.includes("1970")) return { ...schema, description: about };
  const unit = `in milliseconds since 1970${about.includes("clock") ? "" : " on the sandbox's clock"}`;
  return { ...schema, description: about.replace(/[;.](?=\s|$)/, `, ${unit}$&`) };
}

function fail({ type }, { path }) {
  throw new Error(`${path}: a response can't have a ${type} in its type.`);
}

/** A file's types, constant lists, and imports. */
function parsed(text) {
  // The parser counts bytes from its own offset, which the first statement reveals.
  const bytes = Buffer.from(`0;${text}`);
  const { body } = parseSync(bytes.toString(), { syntax: "typescript", target: "es2023" });
  const [{ span }] = body;
  const commentBefore = (node) => {
    const before = bytes.subarray(0, node.span.start - span.start).toString();
    const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?$/.exec(before) ?? [];
    return comment
      ?.replaceAll(/^\s*\* ?/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  };
  const declarations = body.map(({ declaration, ...other }) => declaration ?? other);
  const types = declarations
    .filter(({ type }) => type === "TsTypeAliasDeclaration")
    .map((each) => [each.id.value, { type: each.typeAnnotation, comment: commentBefore(each) }]);
  const lists = declarations
    .flatMap(({ declarations: own = [] }) => own)
    .filter(
      ({ init }) => init?.type === "TsConstAssertion" && init.expression.type === "ArrayExpression",
    )
    .map(({ id, init }) => [
      id.value,
      init.expression.elements.map(({ expression }) => expression.value),
    ]);
  const imports = body
    .filter(({ type }) => type === "ImportDeclaration")
    .flatMap(({ specifiers, source }) =>
      specifiers.map(({ local }) => [local.value, source.value]),
    );
  return { types: new Map(types), lists: new Map(lists), imports: new Map(imports), commentBefore };
}
