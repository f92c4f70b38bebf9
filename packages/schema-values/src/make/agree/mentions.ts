import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { words as wordSet } from "../../source/keywords.ts";
import { type Properties, type Property, wordsIn } from "./property.ts";

/** Words that don't help to identify a property. */
const FILLERS = wordSet(
  "a all an and any are at been by each entire every field found given has have i in is it its list listed of on or own own single that the their them there they this to total value was were which who whose with",
);
const NEGATIONS = wordSet("false neither never no non none nor not without");

function tellingIn(words: string): string[] {
  return words.split(" ").filter((word) => word !== "" && !FILLERS.has(word));
}

export function isFiller(words: string): boolean {
  return tellingIn(words).length === 0;
}

/** The properties that words name, in order of appearance, and the remaining words. */
export function mentionedIn(
  words: string,
  among: Properties,
): { readonly found: Properties; readonly rest: string } {
  const places: (readonly [number, Property])[] = [];
  let rest = words;
  for (const property of [...among].sort((a, b) => b.stem.length - a.stem.length)) {
    const place = rest.indexOf(` ${property.stem} `);
    if (place < 0) continue;
    places.push([place, property]);
    // Replaced with as many spaces, so that the other words keep their positions.
    const end = place + property.stem.length + 1;
    rest = `${rest.slice(0, place).padEnd(end)}${rest.slice(end)}`;
  }
  return { found: places.sort(([a], [b]) => a - b).map(([, property]) => property), rest };
}

/** The list that words name, and the words without its name; undefined if they name none. */
export function listIn(
  words: string,
  lists: Properties,
): { readonly list: Property; readonly rest: string } | undefined {
  const { found, rest } = mentionedIn(words, lists);
  const [named] = found;
  if (named !== undefined) return { list: named, rest };
  // "Items" refers to `line_items` if no other list's name ends with a mentioned word.
  const [only, other] = lists.filter(({ stem }) => words.includes(` ${lastWord(stem)} `));
  return only === undefined || other !== undefined
    ? undefined
    : { list: only, rest: words.replace(` ${lastWord(only.stem)} `, " ") };
}

function lastWord(stem: string): string {
  return stem.slice(stem.lastIndexOf(" ") + 1);
}

/** The properties of a list's objects; none if its items are not objects. */
export function propertiesIn(list: Property): Properties {
  return [...(list.items()?.values() ?? [])];
}

/** The items of a list that are objects; none if the value is not a list. */
export function objectsIn(out: JsonObject, { key }: Property): readonly JsonObject[] {
  const items = out[key];
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

export function isNothing(value: JsonValue | undefined): boolean {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty || value === undefined || value === null || value === 0;
}

export function isBoolean({ fits }: Property): boolean {
  return fits(true) && fits(false) && !fits("x");
}

/** A statement about an object: "status is approved", "not done", "no refund is requested". */
export type Condition = {
  readonly property: Property;
  /** The values to compare with. If empty, the condition is that the property has a value. */
  readonly values: readonly JsonValue[];
  readonly isNegated: boolean;
};

/** The condition that words state about one of several properties; undefined if they name none. */
export function conditionIn(words: string, among: Properties): Condition | undefined {
  const all = words.split(" ");
  const telling = tellingIn(words)
    .filter((word) => !NEGATIONS.has(word))
    .map((word) => (isOpposite(word) ? word.slice(2) : word));
  const isNegated = all.some((word) => NEGATIONS.has(word) || isOpposite(word));
  const phrase = ` ${telling.join(" ")} `;
  const labeled = among.flatMap((property) => {
    const values = property
      .labels()
      .filter((label) => phrase.includes(label.words))
      .map(({ value }) => value);
    return values.length === 0 ? [] : [{ property, values, isNegated }];
  });
  const named = labeled.find(({ property }) => words.includes(` ${property.stem} `));
  if (named ?? labeled.length === 1) return named ?? labeled[0];
  const isNamed = ({ stem }: Property): boolean =>
    words.includes(` ${stem} `) || phrase.includes(` ${tellingIn(stem).join(" ")} `);
  const found = among.filter(({ stem }) => tellingIn(stem).length > 0).filter(isNamed);
  const isTold = (word: string): boolean => word.length >= LONG_WORD && telling.includes(word);
  const alike = among.filter((it) => it.stem.split(" ").some(isTold) && isBoolean(it));
  const flag = found.find(isBoolean) ?? (alike.length === 1 ? alike[0] : undefined);
  if (flag !== undefined) return { property: flag, values: [true], isNegated };
  const [property] = found.filter(({ fits }) => fits(null) || fits([]) || fits(0));
  const isNull = telling.some((word) => /^(?:null|empty|missing|absent|zero|0)$/.test(word));
  return property && { property, values: [], isNegated: isNegated !== isNull };
}

const LONG_WORD = 4;

/** Whether a word is negated with "un", such as "unresolved". */
function isOpposite(word: string): boolean {
  return /^un(?!ti|i|der|less)[a-z]{4}/.test(word);
}

/** Words for the presence or absence of something. */
const PRESENT = wordSet(
  "active applied applies apply asked available charged detected due empty exist existing included known made mention mentioned missing named needed null offered open paid planned present provided recorded reported requested required scheduled set shown specified stated unknown zero 0",
);
/** Labels that can also describe other things. */
const LEVEL: RegExp =
  /^(?:bad|good|high|large|long|low|major|medium|minor|mixed|negative|neutral|new|no|none|normal|other|positive|short|small|yes)$/i;

/** Whether words state only a condition: "the email is urgent" says more than "has an email". */
export function isAllOf({ property, values }: Condition, words: string): boolean {
  const place = words.indexOf(` ${property.stem} `);
  const isOnly = (label: string): boolean => isFiller(words.replace(wordsIn(label), " "));
  if (values.some((value) => typeof value === "string"))
    return place >= 0 || values.map(String).some((label) => !LEVEL.test(label) || isOnly(label));
  const telling = tellingIn(words).filter((word) => !NEGATIONS.has(word));
  const own = tellingIn(property.stem);
  const after = telling.slice(telling.findLastIndex((word) => own.includes(word)) + 1);
  return after.every((word) => PRESENT.has(word));
}

/** Whether words contain a property's whole name, not only part of it. */
export function hasName({ stem }: Property, words: string): boolean {
  const telling = tellingIn(words);
  return tellingIn(stem).every((word) => telling.includes(word) || telling.includes(`un${word}`));
}

export function numberIn(object: JsonObject, { key }: Property): number {
  const value = object[key];
  return typeof value === "number" ? value : 0;
}

export function meets(object: JsonObject, { property, values, isNegated }: Condition): boolean {
  const value = object[property.key];
  const isMet = values.length === 0 ? !isNothing(value) : values.includes(value ?? null);
  return isMet !== isNegated;
}
