import { BudgetError } from "../budget.ts";
import { dependentSchemas } from "../check/applicator-checks.ts";
import { isWholeFormat } from "../check/formats.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { SubSchema } from "../source/part.ts";
import { ANY_TYPE, keyword, pointer, TYPES, typeNames, typesOf } from "../source/schema.ts";
import type { ArrayMemory } from "./array-shape.ts";
import {
  type Choice,
  type Conjunction,
  type Contradiction,
  type Literal,
  negative,
  type ObjectPart,
  type PlanTools,
  positive,
} from "./literal.ts";
import { assertionsOf, leafOf, negationOf, typesAgainst } from "./negate.ts";
import type { ShapeMemory } from "./object-shape.ts";

/** The choices in a part's schema: at least one branch of each must hold. */
export function choicesOf(tools: PlanTools, part: SubSchema, schema: JsonObject): Choice[] {
  const choice = (name: string, options: Literal[][]): Choice => ({
    key: `${part.id} ${name}`,
    pointer: `${part.pointer}/${name}`,
    kind: "branch",
    options,
    isComplete: true,
  });
  const list = (name: string): readonly SubSchema[] => tools.subSchemas.all(part, name, "beside");
  const choices: Choice[] = [];
  if (keyword(schema, "anyOf") !== undefined) {
    choices.push(
      choice(
        "anyOf",
        list("anyOf").map((sub) => [positive(sub)]),
      ),
    );
  }
  if (keyword(schema, "oneOf") !== undefined)
    choices.push(choice("oneOf", exclusive(list("oneOf"))));
  const condition = conditional(tools, part, schema);
  if (condition !== undefined) choices.push(choice("if", condition));
  for (const entry of dependentSchemas(schema, tools.dialect.hasUnevaluated)) {
    const absent = tools.subSchemas.made(part, {
      properties: Object.fromEntries([[entry.key, false]]),
    });
    const present = tools.subSchemas.made(part, { type: "object", required: [entry.key] });
    const sub = tools.subSchemas.beside(part, entry.schema, [entry.name, entry.key]);
    choices.push(
      choice(`${entry.name}/${entry.key}`, [
        [positive(absent)],
        [positive(present), positive(sub)],
      ]),
    );
  }
  return choices;
}

function exclusive(parts: readonly SubSchema[]): Literal[][] {
  return parts.map((part, index) => [
    positive(part),
    ...parts.filter((_, other) => other !== index).map(negative),
  ]);
}

function conditional(
  tools: PlanTools,
  part: SubSchema,
  schema: JsonObject,
): Literal[][] | undefined {
  const single = (name: string): Literal[] => {
    const sub = tools.subSchemas.one(part, name, "beside");
    return sub === undefined ? [] : [positive(sub)];
  };
  const [test] = single("if");
  if (test === undefined) return undefined;
  const then = single("then");
  const otherwise = single("else");
  const isWatched =
    part.owners.length > 0 ||
    keyword(schema, "unevaluatedProperties") !== undefined ||
    keyword(schema, "unevaluatedItems") !== undefined;
  if (then.length + otherwise.length === 0 && !isWatched) return undefined;
  return [
    [test, ...then],
    [negative(test.part), ...otherwise],
  ];
}

type Draft = {
  readonly tools: PlanTools;
  readonly parts: Map<number, ObjectPart>;
  readonly leaves: Map<number, ObjectPart>;
  readonly choices: Map<string, Choice>;
  readonly resolved: ReadonlySet<string>;
  readonly pending: Literal[];
  types: number;
  typePaths: string[];
  conflict: Contradiction | undefined;
};

/** How to violate a part: with other types and a schema to check, or with a choice. */
type Denial =
  | { readonly kind: "leaf"; readonly leaf: ObjectPart; readonly types: number }
  | { readonly kind: "choice"; readonly choice: Choice };

/** Facts about a part, computed once and stored by its ID. */
export type PlanMemory = ShapeMemory &
  ArrayMemory & {
    readonly denials: Map<number, Denial>;
    readonly choices: Map<number, readonly Choice[]>;
  };

const MOST_PARTS = 5000;

/**
 * Flattens a conjunction; `resolved` has the keys of choices whose chosen option is among the
 * atoms.
 */
export function flatten(
  tools: PlanTools & { readonly memory: PlanMemory },
  atoms: readonly Literal[],
  resolved: ReadonlySet<string>,
): Conjunction {
  const draft: Draft = {
    tools,
    parts: new Map(),
    leaves: new Map(),
    choices: new Map(),
    resolved,
    pending: [...atoms].reverse(),
    types: ANY_TYPE,
    typePaths: [],
    conflict: undefined,
  };
  for (let atom = draft.pending.pop(); atom !== undefined; atom = draft.pending.pop()) {
    if (draft.parts.size > MOST_PARTS)
      throw new BudgetError(`more than ${MOST_PARTS} schemas apply to one value`);
    if (draft.conflict !== undefined) break;
    if (atom.negated) deny(draft, atom.part, tools.memory);
    else accept(draft, atom.part, tools.memory);
  }
  const parts = [...draft.parts.values()];
  return {
    parts,
    leaves: [...draft.leaves.values()],
    choices: [...draft.choices.values()].filter((choice) => !isMet(choice, draft)),
    types: draft.types,
    lists: parts.flatMap(listsOf),
    conflict: draft.conflict,
  };
}

function fail(draft: Draft, reason: string, paths: readonly string[]): void {
  draft.conflict ??= { reason, paths };
}

/** Whether an option of the choice holds anyway. */
function isMet(choice: Choice, draft: Draft): boolean {
  if (choice.kind !== "branch") return false;
  return choice.options.some(
    (option) =>
      option.length === 1 && option.every((atom) => !atom.negated && draft.parts.has(atom.part.id)),
  );
}

function listsOf(part: ObjectPart): { values: readonly JsonValue[]; pointer: string }[] {
  const out: { values: readonly JsonValue[]; pointer: string }[] = [];
  const constant = keyword(part.schema, "const");
  if (constant !== undefined) out.push({ values: [constant], pointer: `${part.pointer}/const` });
  const values = keyword(part.schema, "enum");
  if (Array.isArray(values)) out.push({ values, pointer: `${part.pointer}/enum` });
  return out;
}

function restrict(draft: Draft, types: number, path: string): void {
  if ((draft.types & types) === draft.types) return;
  const before = typeNames(draft.types);
  draft.typePaths.push(path);
  draft.types &= types;
  if (draft.types !== 0) return;
  const after = typeNames(types) || "nothing";
  fail(draft, `the value must be ${before} and also ${after}`, draft.typePaths);
}

function accept(draft: Draft, part: SubSchema, memory: PlanMemory): void {
  if (part.schema === false) fail(draft, "the schema `false` allows no value", [part.pointer]);
  if (typeof part.schema === "boolean" || draft.parts.has(part.id)) return;
  const { schema } = part;
  const { subSchemas } = draft.tools;
  draft.parts.set(part.id, { ...part, schema });
  restrict(draft, typesOf(schema), `${part.pointer}/type`);
  if (isWholeFormat(keyword(schema, "format")))
    restrict(draft, ANY_TYPE & ~TYPES.fraction, `${part.pointer}/format`);
  const all = [...subSchemas.referred(part), ...subSchemas.all(part, "allOf", "beside")];
  draft.pending.push(...all.map(positive).reverse());
  const not = subSchemas.one(part, "not", "below");
  if (not !== undefined) draft.pending.push(negative(not));
  const choices = memory.choices.get(part.id) ?? choicesOf(draft.tools, part, schema);
  memory.choices.set(part.id, choices);
  for (const choice of choices) addChoice(draft, choice);
}

function addChoice(draft: Draft, choice: Choice): void {
  if (draft.resolved.has(choice.key)) return;
  const [first, second] = choice.options;
  if (first !== undefined && second === undefined && choice.isComplete)
    draft.pending.push(...first);
  else if (first === undefined && choice.isComplete) {
    fail(draft, `${choice.kind === "not" ? "`not`" : "the list"} allows no value`, [
      choice.pointer,
    ]);
  } else draft.choices.set(choice.key, choice);
}

function deny(draft: Draft, part: SubSchema, memory: PlanMemory): void {
  const denial = memory.denials.get(part.id) ?? denialOf(draft.tools, part);
  memory.denials.set(part.id, denial);
  if (denial.kind === "choice") {
    addChoice(draft, denial.choice);
    return;
  }
  draft.leaves.set(part.id, denial.leaf);
  if (denial.types === 0) {
    const [name = ""] = assertionsOf(denial.leaf.schema);
    const value = JSON.stringify(keyword(denial.leaf.schema, name));
    fail(
      draft,
      `\`not\` excludes every value, because all of them conform to \`${name}\` ${value}${name === "format" ? ", which is not checked" : ""}`,
      [pointer(part.pointer, name)],
    );
  }
  restrict(draft, denial.types, part.pointer);
}

function denialOf(tools: PlanTools, part: SubSchema): Denial {
  const { schema } = part;
  const leaf = typeof schema === "boolean" ? undefined : leafOf(schema);
  if (leaf !== undefined && typeof schema !== "boolean")
    return { kind: "leaf", leaf: { ...part, schema }, types: typesAgainst(schema, leaf) };
  const known = { key: `!${part.id}`, pointer: part.pointer, kind: "not", negated: part } as const;
  return { kind: "choice", choice: { ...negationOf(tools, part), ...known } };
}
