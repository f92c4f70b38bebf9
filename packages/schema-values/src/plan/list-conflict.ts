import type { JsonValue } from "../json.ts";
import { keyword, pointer } from "../source/schema.ts";
import type { ObjectPart } from "./conjunction.ts";
import { assertionsOf } from "./leaf.ts";
import type { Contradiction } from "./literal.ts";
import type { Plan } from "./plan.ts";
import type { PlanTools } from "./tools.ts";

const MOST_VALUES = 50;
const MOST_PATHS = 4;
const MOST_STEPS = 10_000;

/**
 * Explains why no value of an `enum` or `const` conforms: the keywords that each reject all of
 * them, if any.
 */
export function noneOfTheList(tools: PlanTools, plan: Plan): Contradiction {
  const [list] = plan.flat.lists;
  const { values = [], pointer: path = "" } = list ?? {};
  if (values.length === 0) return { reason: "the `enum` lists no value", paths: [path] };
  return {
    reason: path.endsWith("/const")
      ? "the constant doesn't conform to the other keywords"
      : "no value of the `enum` conforms to the other keywords",
    paths: [path],
    more: () => {
      const few = values.slice(0, MOST_VALUES);
      const culprits = plan.flat.parts.flatMap((part) => rejecting(tools, part, few));
      const others = culprits.filter((culprit) => culprit !== path);
      const parts = plan.flat.parts.map((part) => part.pointer);
      const around = parts.filter((it) => !path.startsWith(`${it}/`));
      return (others.length > 0 ? others : around).slice(0, MOST_PATHS);
    },
  };
}

/** The keywords of a part that each reject all of the values. */
function rejecting(tools: PlanTools, part: ObjectPart, values: readonly JsonValue[]): string[] {
  const { schema } = part;
  return assertionsOf(schema)
    .filter((name) => name !== "allOf" && !name.startsWith("$"))
    .filter((name) => {
      const alone = tools.book.made(part, { [name]: keyword(schema, name) ?? null });
      const check = tools.checks.of(alone);
      return values.every((value) => !check(value, { steps: MOST_STEPS }));
    })
    .map((name) => pointer(part.pointer, name));
}
