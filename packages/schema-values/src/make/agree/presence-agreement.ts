import type { JsonValue } from "../../json.ts";
import type { Making, ObjectDraft } from "../making.ts";
import {
  type Condition,
  conditionIn,
  hasName,
  isAllOf,
  isBoolean,
  isFiller,
  isNothing,
  listIn,
  meets,
  mentionedIn,
  numberIn,
  objectsIn,
  propertiesIn,
} from "./mentions.ts";
import {
  type Agreement,
  isStated,
  type Properties,
  type Property,
  replace,
  wordsIn,
} from "./property.ts";

/** Words for the lack of a value, except the 0 of a range: "from 0 to 1", "0-100". */
const NONE: RegExp =
  /\b(?:null|none|empty|(?<!\b(?:between|from) )(?:0|zero)(?! ?[-–—(.]| (?:and|to) )|omitted|absent|blank)\b/i;
const ONLY: RegExp = /\bonly\b/i;
const WHEN: RegExp =
  /\b(unless|if not|if|when|while|until|for(?! (?:example|instance)\b)) ([^,]+)/i;

/** Values that mean "no value", in order of preference. */
const NOTHINGS = [null, 0, [], ""];

/** A property that has a value only while a condition is met. */
type Presence = { readonly target: Property; readonly condition: Condition };

/** Makes properties null, empty, or 0 as descriptions say: "null unless status is approved". */
export function presenceAgreement(properties: Properties): Agreement | undefined {
  const presences = properties.flatMap((target): Presence[] => {
    const others = properties.filter((it) => it !== target);
    const clauses = NOTHINGS.some(target.fits) ? target.description.split(/[.;]/) : [];
    return clauses.flatMap((clause) => {
      const [none, only] = [clause.search(NONE), clause.search(ONLY)];
      const [, word = "", when = ""] = WHEN.exec(clause.slice(Math.max(none, only))) ?? [];
      const words = wordsIn(when);
      const named = none < 0 && only < 0 ? undefined : conditionIn(words, others);
      // "Null for the manager" says who someone is, not whether there is a manager.
      const isWho = word.toLowerCase() === "for" && named?.values.length === 0;
      const found = named && !isWho && isAllOf(named, words) ? named : undefined;
      const isLacking = none >= 0 && /^(?:if|when|while|for)$/i.test(word);
      return found ? [{ target, condition: isLacking ? opposite(found) : found }] : [];
    });
  });
  if (presences.length === 0) return undefined;
  const governors = new Set(presences.map(({ condition }) => condition.property));
  return (out, making) => {
    // Rows that cover every alternative do so regardless of related properties.
    if (making.turns !== undefined) return;
    for (const { target, condition } of presences)
      if (!isNothing(out[target.key]) && isStated(out[target.key], making))
        fulfil(out, condition, making);
    for (const { target, condition } of presences) {
      if (isNothing(out[target.key]) || meets(out, condition)) continue;
      // A stated value stays, unless the subject also states the property that it depends on.
      const isFixed = isStated(out[condition.property.key], making);
      if (!isFixed && isStated(out[target.key], making)) continue;
      const none = NOTHINGS.find(target.fits);
      if (none !== undefined) replace(out, target, none);
    }
    for (const governor of governors) {
      const governed = presences.filter(({ condition }) => condition.property === governor);
      const [first] = governed;
      if (first !== undefined && governed.every(({ target }) => isNothing(out[target.key])))
        fulfil(out, opposite(first.condition), making);
    }
  };
}

/** Makes an amount and its currency null together. */
export function currencyAgreements(properties: Properties): Agreement[] {
  return properties.flatMap((currency): Agreement[] => {
    const [, whose] = /^(.*?) ?currency(?: code)?$/.exec(currency.name) ?? [];
    const amount = properties.find(
      ({ name, isNumber }) =>
        isNumber() && (whose === "" ? name.endsWith("amount") : name.startsWith(`${whose} `)),
    );
    if (whose === undefined || amount === undefined) return [];
    const agree: Agreement = (out, { turns }) => {
      if (turns !== undefined) return;
      if (out[amount.key] === null) replace(out, currency, null);
      else if (out[currency.key] === null) replace(out, amount, null);
    };
    return [agree];
  });
}

function opposite(condition: Condition): Condition {
  return { ...condition, isNegated: !condition.isNegated };
}

/** Makes an object meet a condition if possible, unless the subject states otherwise. */
function fulfil(out: ObjectDraft, condition: Condition, making: Making): void {
  const { property, values, isNegated } = condition;
  const [value] = values;
  if (meets(out, condition) || value === undefined || isStated(out[property.key], making)) return;
  if (typeof value === "boolean") replace(out, property, value !== isNegated);
  else if (!isNegated) replace(out, property, value);
}

const MEANT: RegExp =
  /\b(?:true|set|whether|indicates|yes)(?: only)?(?: if| when| whether| that|:)? ((?:[^.;,]|[.,]\d)+)/i;
const LABELED: RegExp = /^(?: and| or)?(?: ?(?:must|should) be)?(.+?) (?:if|when) (.+)/i;

type Test = (out: ObjectDraft) => boolean;

/** Makes values match conditions: "True if end is null", "'pass' if score is at least 3". */
export function ruleAgreements(properties: Properties): Agreement[] {
  return properties.flatMap((target) => {
    const others = properties.filter((it) => it !== target);
    const rules = meaningsOf(target).map(([value, when]) => [value, testIn(when, others)] as const);
    // The first rule that applies counts, so that each must be understood.
    if (rules.length === 0 || rules.some(([, test]) => test === undefined)) return [];
    const values = rules.map(([value]) => value);
    const other = [false, ...target.labels().map(({ value }) => value)].find(
      (value) => target.fits(value) && !values.includes(value),
    );
    return [
      (out, making) => {
        const before = out[target.key] ?? null;
        if (making.turns !== undefined || isStated(before, making)) return;
        const met = rules.find(([, test]) => test?.(out))?.[0];
        replace(out, target, met ?? (values.includes(before) ? other : undefined) ?? before);
      },
    ];
  });
}

/** The values that a description gives to a property, each with its condition. */
function meaningsOf(target: Property): (readonly [value: JsonValue, when: string])[] {
  const { description, labels } = target;
  if (isBoolean(target)) return [[true, MEANT.exec(description)?.[1] ?? ""]];
  return description.split(/[;:(]|[.,](?!\d)|\b(?:otherwise|else)\b/).flatMap((clause) => {
    const [, name = "", when = ""] = LABELED.exec(clause) ?? [];
    const label = labels().find(({ words }) => words === wordsIn(name));
    return label ? [[label.value, when] as const] : [];
  });
}

/** A test for the condition in part of a description; undefined if it names no property. */
function testIn(meaning: string, among: Properties): Test | undefined {
  const joined = (word: RegExp, isAll: boolean): Test | undefined => {
    const parts = meaning.split(word);
    const tests = parts.length < 2 ? [undefined] : parts.map((part) => testIn(part, among));
    if (tests.includes(undefined)) return undefined;
    return (out) => isAll === tests.every((test) => isAll === test?.(out));
  };
  return joined(/ or (?=.* )/, false) ?? joined(/ and (?=.* )/, true) ?? singleTest(meaning, among);
}

function singleTest(meaning: string, among: Properties): Test | undefined {
  const comparison = comparisonIn(meaning, among);
  if (comparison !== undefined) return comparison;
  const words = wordsIn(meaning);
  const condition = conditionIn(words, among);
  if (condition === undefined || !isAllOf(condition, words)) return itemTest(words, among);
  const isLabel = condition.values.some((value) => typeof value === "string");
  const isNamed = isLabel || hasName(condition.property, words);
  return isNamed ? (out) => meets(out, condition) : undefined;
}

/** A test for a list's items, such as "any step is blocked"; undefined for other words. */
function itemTest(words: string, among: Properties): Test | undefined {
  const [, quantifier = ""] = /^ (any|one|all|every|each) /.exec(words) ?? [];
  const lists = among.filter((it) => it.items() !== undefined);
  const { list, rest = "" } = listIn(words, lists) ?? {};
  const condition = list && quantifier !== "" && conditionIn(rest, propertiesIn(list));
  if (!list || !condition || condition.values.length === 0) return undefined;
  const names = [condition.property.stem, ...condition.values].map((it) => wordsIn(String(it)));
  if (!isFiller(names.reduce((all, name) => all.replace(name, " "), rest))) return undefined;
  const isAny = quantifier === "any" || quantifier === "one";
  return (out) => isAny === objectsIn(out, list).some((item) => isAny === meets(item, condition));
}

const COMPARES: RegExp =
  /^(?:more |fewer |less )?(.+?) (?:than|exceeds|[<>]=?|(?:is|are) (?:at least|at most|above|below|over|under|(?:greater|more|higher|larger|less|lower|smaller|fewer) than)) (.+)/i;
const LESS: RegExp = /\b(?:fewer|less|lower|smaller|at most|below|under)\b|</i;

/** A test that compares a property with another or with a number; undefined if none is stated. */
function comparisonIn(meaning: string, among: Properties): Test | undefined {
  const [, left = "", right = ""] = COMPARES.exec(meaning) ?? [];
  const numbers = among.filter((it) => it.isNumber());
  const [first] = mentionedIn(wordsIn(left), numbers).found;
  const words = wordsIn(right);
  const second = numbers.find(({ stem }) => ` ${stem} `.endsWith(words));
  const limit = Number(/^-?\d[\d,]*(?:\.\d+)?(?![\w%])/.exec(right)?.[0].replace(/,/g, ""));
  if (first === undefined || (second === undefined && Number.isNaN(limit))) return undefined;
  const sign = LESS.test(meaning) ? -1 : 1;
  const least = /\bat (?:least|most)\b|=/.test(meaning) ? 0 : Number.MIN_VALUE;
  return (out) => sign * (numberIn(out, first) - (second ? numberIn(out, second) : limit)) >= least;
}
