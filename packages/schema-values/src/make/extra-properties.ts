import type { ObjectShape } from "../plan/container-shapes.ts";
import { type Literal, positive } from "../plan/literal.ts";
import type { ObjectWay, Plan, Planner } from "../plan/plan.ts";
import {
  isLate,
  type Maker,
  type MakeTools,
  type Making,
  type ObjectDraft,
  setProperty,
} from "./making.ts";

const TRIES = 30;
/** Maximum number of invented property names; objects with more are too large for a row. */
export const MOST_EXTRAS = 5000;

/** Returns a function that adds properties with invented names; it returns false on failure. */
export function extraMaker(tools: MakeTools, way: ObjectWay, item: string) {
  const { shape } = way;
  const isMap = shape.hasMap || shape.patterns.length > 0;
  const { words: all } = tools.lexicon.words;
  const word: Maker = ({ rng }) => `${rng.pick(all)}_${rng.pick(all)}`;
  const isOpen = shape.names.length + shape.closed.length + shape.barred.length === 0;
  const words = isOpen ? [word] : [];
  const addOne = adderOf(tools, way, item);
  let names: readonly Maker[] | undefined;
  return (making: Making, out: ObjectDraft): boolean => {
    const before = Object.keys(out).length;
    const { turns } = making;
    const mayHave =
      turns?.hasExtras(isMap, making.made, shape.hasMap ? way.child("extra") : undefined) ??
      (!isLate(making) && making.optional > 0);
    const isNeeded = before === 0 || turns?.goesOn === true;
    const wanted = isMap && mayHave ? making.rng.between(isNeeded ? 1 : 0, 2) : 0;
    const count = Math.min(shape.most, Math.max(shape.least, before + wanted)) - before;
    if (count > MOST_EXTRAS) return false;
    let [added, failed] = [0, 0];
    const add = (pool: readonly Maker[], goal: number): void => {
      for (let tries = TRIES + count * 4; tries > 0 && added < goal; tries--) {
        making.turns?.enterExtra(added, failed);
        if (pool.length > 0 && addOne(making, out, making.rng.pick(pool))) added++;
        else failed++;
      }
    };
    if (count > 0) {
      names ??= nameMakers(tools, shape, words);
      add(names, count);
      // Uses any names if the patterns give too few.
      add(words, shape.least - before);
    }
    return before + added >= shape.least;
  };
}

function adderOf(
  tools: MakeTools,
  { shape, child }: ObjectWay,
  item: string,
): (making: Making, out: ObjectDraft, name: Maker) => boolean {
  // A map's keys are data, so the map's name describes the values better than the keys do.
  const isEntry = shape.hasMap && /^[^\n]/.test(item);
  return (making, out, name) => {
    const key = name(making);
    if (typeof key !== "string" || Object.hasOwn(out, key) || shape.dependents.has(key))
      return false;
    const plan = child(key);
    if (plan === undefined || tools.planner.heightOf(plan) === Infinity) return false;
    making.made++;
    const value = tools.makerOf(plan, isEntry ? item : key)(making);
    if (value !== undefined) setProperty(out, key, value);
    return value !== undefined;
  };
}

function nameMakers(tools: MakeTools, shape: ObjectShape, words: readonly Maker[]): Maker[] {
  const makers = namePlans(tools.planner, shape)
    .filter((plan) => tools.planner.heightOf(plan) !== Infinity)
    .map((plan) => tools.makerOf(plan, "keyword"));
  return makers.length === 0 || shape.hasMap ? [...makers, ...words] : makers;
}

/** Plans for property names that all schemas allow, including `propertyNames`. */
function namePlans(planner: Planner, shape: ObjectShape): Plan[] {
  const { subSchemas } = planner;
  const text = (schema: Parameters<typeof subSchemas.sub>[1]): Literal =>
    positive(subSchemas.sub(subSchemas.root, schema));
  const allowed = shape.closed.map((part) =>
    text({
      anyOf: [
        ...(part.keys.length > 0 ? [{ enum: [...new Set(part.keys)] }] : []),
        ...part.patterns.map((pattern) => ({ pattern })),
      ],
    }),
  );
  const barred = shape.barred.map((pattern) => text({ not: { pattern } }));
  const all = [text({ type: "string" }), ...shape.names.map(positive), ...allowed, ...barred];
  const byPattern = shape.patterns
    .filter((pattern) => !shape.barred.includes(pattern))
    .map((pattern) => planner.plan([...all, text({ pattern })]));
  const isNeeded = (byPattern.length === 0 || shape.hasMap) && all.length > 1;
  return isNeeded ? [...byPattern, planner.plan(all)] : byPattern;
}
