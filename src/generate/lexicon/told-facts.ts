import { type Hints, nameWords } from "schema-values";
import { CONCERN_FACTS, shows } from "./concerns.ts";
import { kindsLabeled } from "./mention-labels.ts";
import { nameTable } from "./name-table.ts";
import type { InputFacts, LabelWords, Subject } from "./subject.ts";
import { isUrgent } from "./urgency.ts";

/** Whether something is true of a subject; undefined if that is not known. */
export type ToldFact = (subject: Subject) => boolean | undefined;

const REQUEST: LabelWords = [["request"]];
const ESCALATION: LabelWords = [["escalation"]];
/** An opinion at least as bad as this calls for a person. */
const VERY_BAD = -0.8;

/** Whether a person should take over: for urgent, legal, or very angry messages. */
function needsHuman(subject: Subject): boolean {
  return isUrgent(subject) || shows(subject, ESCALATION) || subject.mood.value <= VERY_BAD;
}

const BOOLEANS = nameTable<ToldFact>([
  [
    ({ facts }) => facts.isQuestion,
    "is question|contains question|has question|asks question|is a question|question asked|includes question",
  ],
  [
    ({ facts }) => facts.hasPersonalData,
    "pii|contains pii|has pii|pii detected|pii present|includes pii|personal data|personal information|contains personal data|sensitive data|sensitive information|has personal information|contains personal information",
  ],
  [
    ({ mood }) => mood.value > 0,
    "is positive|positive|recommended|would recommend|recommends|recommend|satisfied|is satisfied|is happy|happy|liked|likes|is recommended|will recommend|is favorable",
  ],
  [
    ({ mood }) => mood.value < 0,
    "is negative|negative|is complaint|complaint|is angry|angry|dissatisfied|is dissatisfied|unhappy|is unhappy|is a complaint|has complaint|frustrated|is frustrated",
  ],
  [
    ({ mood }) => mood.value !== 0 || mood.isMixed,
    "is opinion|is subjective|subjective|has opinion",
  ],
  [({ mood }) => mood.isMixed, "is mixed|mixed"],
  [isUrgent, "is urgent|urgent|needs immediate attention|is emergency|emergency"],
  [
    (subject) => subject.mood.value < 0 || subject.facts.isQuestion || shows(subject, REQUEST),
    "needs reply|needs response|requires response|requires reply|reply needed|response needed|needs follow up|follow up needed|requires follow up|follow up required|needs attention|requires action|action required|actionable|is actionable|is request|has request",
  ],
  [
    needsHuman,
    "needs human|needs human review|requires human|requires human review|human review|human review required|needs human agent|human agent needed|escalate to human|needs escalation|requires escalation|escalation needed|escalation required|escalate|should escalate|is escalation|handoff|needs handoff|needs supervisor",
  ],
  ...CONCERN_FACTS,
  [({ facts }) => facts.isQuestion, "is answerable|answerable"],
  [({ language }) => language === "en", "is english|in english"],
]);

const COUNTS = nameTable<keyof InputFacts>([
  ["words", "word count|words|num words|number of words|total words|words total|n words|wordcount"],
  [
    "characters",
    "char count|character count|num chars|num characters|number of characters|characters|chars|charcount|text length|n chars|input length",
  ],
  ["sentences", "sentence count|num sentences|number of sentences|sentences|n sentences"],
  ["lines", "line count|num lines|number of lines|lines"],
]);

/** Words before what an input contains: `mentions_price`, `has_email`, `contains_url`. */
const CONTAINS: ReadonlySet<string> = new Set(
  "contains has includes mentions mentioned about wants requests asks".split(" "),
);

/** What a boolean property says about the subject; undefined if its name doesn't tell. */
export function toldFact({ name }: Hints): ToldFact | undefined {
  const words = nameWords(name);
  const known =
    BOOLEANS.ofTail(words, Math.min(words.length, 2)) ?? BOOLEANS.ofTail(words, words.length);
  if (known !== undefined) return known;
  const [first = "", ...rest] = words;
  if (!CONTAINS.has(first) || rest.length === 0) return undefined;
  const kinds = new Set(kindsLabeled(rest.join(" ")));
  if (kinds.size > 0) return (subject) => subject.mentionsOf(kinds).length > 0;
  const labels: LabelWords = [rest];
  return (subject) => (subject.countLabels(labels)[0] ?? 0) > 0;
}

/** A count of the subject's words or other parts; undefined if the name tells of none. */
export function toldCount({ name }: Hints): ((subject: Subject) => number) | undefined {
  const words = nameWords(name);
  const count = COUNTS.ofTail(words, words.length);
  if (count === undefined) return undefined;
  return ({ facts }) => Number(facts[count]);
}
