import type { Mood } from "../lexicon/subject.ts";
import { type Scan, scanned, scannedInLowerCase } from "../text/scan.ts";
import { Sign } from "../text/word-runs.ts";
import { ratingIn } from "./given-rating.ts";
import { OpinionList } from "./opinion-list.ts";
import { OPINION_PASSAGES, OPINION_WORDS } from "./opinion-words.ts";

/** The weights of what was found, by sign, and how often an input calls itself plain. */
type Tally = { good: number; bad: number; plain: number };

/** Shorter texts are searched in all languages, because theirs is hard to tell. */
const SHORT = 12;
/** An opinion with this much more weight on one side is as strong as possible. */
const STRONGEST = 3;
const WEAKEST = 0.45;
/** If one side outweighs the other by less than this share, the opinion is mixed. */
const CLEAR_SHARE = 0.4;

/** The opinion that an input expresses, by the words for opinions in its language. */
export function moodOf(text: string, language: string): Mood {
  const rating = ratingIn(text);
  if (rating !== undefined) return { value: rating * 2 - 1, isMixed: false };
  return judged(tallied(text, language));
}

/** Whether a string has any word for opinions in its language, also one that is neither good nor bad. */
export function hasOpinion(text: string, language: string): boolean {
  const { good, bad, plain } = tallied(text, language);
  return good + bad + plain > 0;
}

function tallied(text: string, language: string): Tally {
  const tally = tallyEmojis(text);
  if (Object.hasOwn(OPINION_PASSAGES, language)) tallyPassages(text, language, tally);
  else tallyAnyWords(text, language, tally);
  return tally;
}

function judged({ good, bad, plain }: Tally): Mood {
  const total = good + bad;
  const lead = good - bad;
  if (total === 0 || plain >= Math.abs(lead)) return { value: 0, isMixed: good > 0 && bad > 0 };
  if (good > 0 && bad > 0 && Math.abs(lead) < total * CLEAR_SHARE)
    return { value: 0, isMixed: true };
  const strength = WEAKEST + (1 - WEAKEST) * Math.min(1, Math.abs(lead) / STRONGEST);
  return { value: Math.sign(lead) * strength, isMixed: false };
}

const GOOD_EMOJIS: RegExp = /[😀😁😃😄😊😍🥰🤩🙂👍👏🎉💯🥳😋]|❤/gu;
const BAD_EMOJIS: RegExp = /[😠😡🤬😞😢😭👎💔🙄😤😒😩🤮😕]/gu;

function tallyEmojis(text: string): Tally {
  if ((scanned(text).signs & Sign.emoji) === 0) return { good: 0, bad: 0, plain: 0 };
  const good = text.match(GOOD_EMOJIS)?.length ?? 0;
  return { good, bad: text.match(BAD_EMOJIS)?.length ?? 0, plain: 0 };
}

const lists = new Map<string, OpinionList>();

function listOf(language: string): OpinionList | undefined {
  const known = lists.get(language);
  if (known !== undefined) return known;
  const words = OPINION_WORDS[language];
  if (words === undefined) return undefined;
  const list = new OpinionList(words);
  lists.set(language, list);
  return list;
}

/** Reported speech is not the writer's opinion. */
const REPORTED: RegExp =
  /\b(?:said|says|told|sagte|dit|dijo)\b[^"“„«]{0,20}["“„«][^"“”„«»]*["”“»]/giu;

function tallyAnyWords(text: string, language: string, tally: Tally): void {
  const hasQuotes = (scanned(text).signs & Sign.quote) !== 0;
  const scan = scannedInLowerCase(hasQuotes ? text.replace(REPORTED, " ") : text);
  const before = tally.good + tally.bad;
  tallyWords(scan, listOf(language) ?? listOf("en"), tally);
  if (tally.good + tally.bad + tally.plain > before || scan.runs.length > SHORT) return;
  for (const other of Object.keys(OPINION_WORDS)) {
    if (other !== language) tallyWords(scan, listOf(other), tally);
    if (tally.good + tally.bad + tally.plain > before) return;
  }
}

/** Number of words that a "not" can reverse. */
const REACH = 3;
const WEIGHTS: { readonly [sign in "best" | "good" | "bad" | "worst"]: number } = {
  best: 2,
  good: 1,
  bad: -1,
  worst: -2,
};
/** How much of what precedes a "but" counts, and of what "not" reverses: "not bad" is faint praise. */
const SHARES = { beforeBut: 0.6, notBad: 0.6, notGood: 1 };

function tallyWords(scan: Scan, list: OpinionList | undefined, tally: Tally): void {
  if (list === undefined) return;
  const { starts } = scan;
  const { length } = scan.runs;
  let reversedUntil = -1;
  for (let at = 0; at < length; at++) {
    if (reversedUntil >= at && isAfterEnd(scan, at)) reversedUntil = -1;
    if (!list.has(starts[at] ?? 0)) continue;
    const match = list.matchAt(scan, at);
    if (match === undefined) continue;
    const { sign } = match;
    if (sign === "not") reversedUntil = at + REACH;
    else if (sign === "plain") tally.plain++;
    else if (sign === "but") {
      tally.good *= SHARES.beforeBut;
      tally.bad *= SHARES.beforeBut;
    } else if (sign !== "none") {
      weigh(tally, WEIGHTS[sign], at <= reversedUntil);
      if (at <= reversedUntil) reversedUntil = -1;
    }
    at += match.length - 1;
  }
}

const ENDS = ".!?;,";

/** Whether a sentence or a clause ends before a word. */
function isAfterEnd({ lower, runs }: Scan, index: number): boolean {
  if (index === 0) return false;
  for (let i = runs.end(index - 1); i < runs.start(index); i++)
    if (ENDS.includes(lower.charAt(i))) return true;
  return false;
}

function weigh(tally: Tally, weight: number, isReversed: boolean): void {
  if (!isReversed) {
    if (weight > 0) tally.good += weight;
    else tally.bad -= weight;
  } else if (weight > 0) tally.bad += weight * SHARES.notGood;
  else tally.good -= weight * SHARES.notBad;
}

type Passage = { readonly text: string; readonly sign: "good" | "bad" | "plain" };
const passages = new Map<string, readonly Passage[]>();

/** The passages of a language, long ones first, so that "not good" is found before "good". */
function passagesOf(language: string): readonly Passage[] {
  const known = passages.get(language);
  if (known !== undefined) return known;
  const { good = "", bad = "", plain = "" } = OPINION_PASSAGES[language] ?? {};
  const all = Object.entries({ good, bad, plain }).flatMap(([sign, text]) =>
    text
      .split(" ")
      .map((it): Passage => ({ text: it.replaceAll("_", " "), sign: sign as Passage["sign"] })),
  );
  const sorted = all.sort((a, b) => b.text.length - a.text.length);
  passages.set(language, sorted);
  return sorted;
}

function tallyPassages(text: string, language: string, tally: Tally): void {
  let rest = text;
  for (const { text: passage, sign } of passagesOf(language)) {
    if (!rest.includes(passage)) continue;
    rest = rest.replaceAll(passage, "|");
    tally[sign]++;
  }
}
