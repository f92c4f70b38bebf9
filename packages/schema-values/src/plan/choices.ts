import { dependentSchemas } from "../check/applicator-checks.ts";
import type { JsonObject } from "../json.ts";
import type { SubSchema } from "../source/part.ts";
import { keyword, listOf, schemaOf } from "../source/schema.ts";
import { type Choice, type Literal, negative, type PlanTools, positive } from "./literal.ts";

/** The choices in a part's schema: at least one branch of each must hold. */
export function choicesOf(tools: PlanTools, part: SubSchema, schema: JsonObject): Choice[] {
  const choice = (name: string, options: Literal[][]): Choice => ({
    key: `${part.id} ${name}`,
    pointer: `${part.pointer}/${name}`,
    kind: "branch",
    options,
    isComplete: true,
  });
  const list = (name: string): SubSchema[] =>
    (listOf(schema, name) ?? []).map((sub, index) =>
      tools.subSchemas.beside(part, sub, [name, index]),
    );
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
    const sub = schemaOf(schema, name);
    return sub === undefined ? [] : [positive(tools.subSchemas.beside(part, sub, [name]))];
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
