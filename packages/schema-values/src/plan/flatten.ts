import { BudgetError } from "../budget.ts";
import type { Problem } from "../check/check.ts";
import { isWholeFormat } from "../check/check-format.ts";
import type { JsonValue } from "../json.ts";
import type { SubSchema } from "../source/part.ts";
import { ANY_TYPE, keyword, TYPES, typeNames, typesOf } from "../source/schema.ts";
import {
  type Choice,
  type Conjunction,
  type Literal,
  negative,
  once,
  type PlanTools,
  positive,
} from "./literal.ts";
import { isLeaf, negationOf, typesAgainst } from "./negate.ts";

/** The choices in a schema, such as `anyOf`. At least one option of each must hold. */
const choicesOf: (tools: PlanTools, part: SubSchema) => readonly Choice[] = once(
  ({ subSchemas }, part) => {
    const list = (name: string): readonly SubSchema[] => subSchemas.all(part, name);
    const single = (name: string): Literal[] => {
      const sub = subSchemas.one(part, name);
      return sub === undefined ? [] : [positive(sub)];
    };
    const dependents = subSchemas.dependents(part).map(([key, sub]) => {
      const absent = subSchemas.sub(part, { properties: Object.fromEntries([[key, false]]) });
      const present = subSchemas.sub(part, { type: "object", required: [key] });
      const options = [[positive(absent)], [positive(present), positive(sub)]];
      return [sub.pointer.slice(part.pointer.length + 1), options] as const;
    });
    const conditions = single("if").flatMap((test) => [
      [test, ...single("then")],
      [negative(test.part), ...single("else")],
    ]);
    const all: (readonly [string, Literal[][]])[] = [
      ["anyOf", list("anyOf").map((sub) => [positive(sub)])],
      ["oneOf", exclusive(list("oneOf"))],
      ["if", conditions],
      ...dependents,
    ];
    return all
      .filter(([, options]) => options.length > 0)
      .map(([name, options]) => ({
        key: `${part.id} ${name}`,
        pointer: `${part.pointer}/${name}`,
        options,
        isComplete: true,
      }));
  },
);

function exclusive(parts: readonly SubSchema[]): Literal[][] {
  return parts.map((part, index) => [
    positive(part),
    ...parts.filter((_, other) => other !== index).map(negative),
  ]);
}

type Draft = ReturnType<typeof newDraft>;

function newDraft(tools: PlanTools, atoms: readonly Literal[], resolved: ReadonlySet<string>) {
  return {
    tools,
    resolved,
    pending: [...atoms].reverse(),
    types: ANY_TYPE,
    parts: new Set<SubSchema>(),
    leaves: new Set<SubSchema>(),
    choices: new Map<string, Choice>(),
    typePaths: [] as string[],
    conflict: undefined as Problem | undefined,
  };
}

const MOST_PARTS = 5000;

/** Flattens a conjunction; the atoms include the options chosen for the `resolved` choices. */
export function flatten(
  tools: PlanTools,
  atoms: readonly Literal[],
  resolved: ReadonlySet<string>,
): Conjunction {
  const draft = newDraft(tools, atoms, resolved);
  for (let atom = draft.pending.pop(); atom !== undefined; atom = draft.pending.pop()) {
    if (draft.parts.size > MOST_PARTS)
      throw new BudgetError(`more than ${MOST_PARTS} schemas apply to one value`);
    if (draft.conflict !== undefined) break;
    if (atom.negated) deny(draft, atom.part);
    else accept(draft, atom.part);
  }
  const parts = [...draft.parts];
  return {
    parts,
    leaves: [...draft.leaves],
    choices: [...draft.choices.values()].filter((choice) => !isMet(choice, draft)),
    types: draft.types,
    lists: parts.flatMap(listsOf),
    conflict: draft.conflict,
  };
}

function fail(draft: Draft, reason: string, paths: readonly string[]): void {
  draft.conflict ??= { reason, paths };
}

/** Whether one of the choice's options already holds. */
function isMet({ negated, options }: Choice, draft: Draft): boolean {
  const holds = ([only, more]: readonly Literal[]): boolean =>
    more === undefined && only?.negated === false && draft.parts.has(only.part);
  return negated === undefined && options.some(holds);
}

function listsOf(part: SubSchema): { values: readonly JsonValue[]; pointer: string }[] {
  const constant = keyword(part.schema, "const");
  const values = keyword(part.schema, "enum");
  return [
    ...(constant === undefined ? [] : [{ values: [constant], pointer: `${part.pointer}/const` }]),
    ...(Array.isArray(values) ? [{ values, pointer: `${part.pointer}/enum` }] : []),
  ];
}

function restrict(draft: Draft, types: number, path: string): void {
  if ((draft.types & types) === draft.types) return;
  const before = typeNames(draft.types);
  draft.typePaths.push(path);
  draft.types &= types;
  if (draft.types !== 0) return;
  const after = typeNames(types);
  const reason = after === "" ? ", but every value is excluded" : ` and also ${after}`;
  fail(draft, `the value's type must be ${before}${reason}`, draft.typePaths);
}

function accept(draft: Draft, part: SubSchema): void {
  if (part.schema === false) fail(draft, "the schema `false` allows no value", [part.pointer]);
  if (typeof part.schema === "boolean" || draft.parts.has(part)) return;
  const { schema } = part;
  const { subSchemas } = draft.tools;
  draft.parts.add(part);
  restrict(draft, typesOf(schema), `${part.pointer}/type`);
  if (isWholeFormat(keyword(schema, "format")))
    restrict(draft, ANY_TYPE & ~TYPES.fraction, `${part.pointer}/format`);
  const all = [...subSchemas.referred(part), ...subSchemas.all(part, "allOf")];
  draft.pending.push(...all.map(positive).reverse());
  const not = subSchemas.one(part, "not");
  if (not !== undefined) draft.pending.push(negative(not));
  for (const choice of choicesOf(draft.tools, part)) addChoice(draft, choice);
}

function addChoice(draft: Draft, choice: Choice): void {
  if (draft.resolved.has(choice.key)) return;
  const [first, second] = choice.options;
  if (!choice.isComplete || second !== undefined) draft.choices.set(choice.key, choice);
  else if (first !== undefined) draft.pending.push(...first);
  else fail(draft, "`not` allows no value", [choice.pointer]);
}

function deny(draft: Draft, part: SubSchema): void {
  if (isLeaf(part.schema)) {
    draft.leaves.add(part);
    restrict(draft, typesAgainst(part.schema), part.pointer);
  } else addChoice(draft, denialOf(draft.tools, part));
}

/** The choice between the ways to violate a schema. */
const denialOf: (tools: PlanTools, part: SubSchema) => Choice = once((tools, part) => ({
  ...negationOf(tools, part),
  key: `!${part.id}`,
  pointer: part.pointer,
  negated: part,
}));
