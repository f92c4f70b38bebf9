import type { Draws } from "schema-values";
import { oncePer } from "../../core/once-per.ts";
import type { Rng } from "../../core/rng.ts";
import { phrasesOf, SentenceWriter } from "../prose/phrases.ts";
import { OPINIONS } from "../reading/opinion.ts";
import type { Reader } from "../reading/reader.ts";
import type { LanguageWords } from "../words/words.ts";
import { known, languageOf } from "./subject.ts";
import type { Look, TextBounds, TextWriter } from "./text-writer.ts";

/** A language's lists, by the gaps that they fill. */
const LISTS: { readonly [gap: string]: (language: LanguageWords) => readonly string[] } = {
  given: ({ local }) => local.given,
  family: ({ local }) => local.family,
  streets: ({ local }) => local.streets,
  towns: ({ local }) => local.towns,
  advice: ({ prose }) => prose.advice,
  question: ({ prose }) => prose.questions,
  title: ({ prose }) => prose.titles,
  strength: ({ prose }) => prose.strengths,
  weakness: ({ prose }) => prose.weaknesses,
  keyword: ({ prose }) => prose.keywords,
  point: ({ prose }) => [...prose.strengths, ...prose.weaknesses],
};
/** A language's looks, by the gaps that they fill. */
const LOOKS: { readonly [gap: string]: (language: LanguageWords) => Look } = {
  person: ({ local }) => local.person,
  firm: ({ local }) => local.firm,
  address: ({ local }) => local.address,
};

/** A writer for a gap that depends on the input's language; undefined for other gaps. */
export function localWriter(
  gap: string,
  reader: Reader,
  bounds: TextBounds,
  writerOf: (look: Look) => TextWriter,
): TextWriter | undefined {
  const list = Object.hasOwn(LISTS, gap) ? LISTS[gap] : undefined;
  if (list !== undefined)
    return (draws) => within(draws.rng, list(languageOf(draws, reader)), bounds);
  const look = Object.hasOwn(LOOKS, gap) ? LOOKS[gap] : undefined;
  if (look !== undefined) {
    const writerIn = oncePer((language: LanguageWords) => writerOf(look(language)));
    return (draws) => writerIn(languageOf(draws, reader))(draws);
  }
  switch (gap) {
    case "prose":
      return (draws) => proseWithin(draws, languageOf(draws, reader), bounds);
    case "reply":
      return (draws) => {
        const value = draws.subject === undefined ? 0 : OPINIONS[known(draws.subject).opinion];
        const tone = value === 0 ? "plain" : value > 0 ? "good" : "bad";
        return within(draws.rng, languageOf(draws, reader).prose.replies[tone], bounds);
      };
    default:
      return undefined;
  }
}

/** One of the items, within the bounds if any fits. */
function within(rng: Rng, items: readonly string[], { least, most }: TextBounds): string {
  const item = rng.pick(items);
  if (item.length >= least && item.length <= most) return item;
  const fit = items.filter(({ length }) => length >= least && length <= most);
  return fit.length > 0 ? rng.pick(fit) : item;
}

/** Approximate number of tokens in a sentence. */
const SENTENCE_TOKENS = 14;
const MOST_SENTENCES = 40;

/** As many sentences as the tokens and the bounds allow; if all are too long, a keyword. */
function proseWithin(
  { rng, tokens }: Draws,
  language: LanguageWords,
  { least, most, sentences, words }: TextBounds,
): string {
  const isLong = (it: string): boolean =>
    it.length > most || (words !== undefined && numWordsOf(it) > words.most);
  const { space } = phrasesOf(language);
  const leastWords = space === "" ? 0 : (words?.least ?? 0);
  const isShort = (it: string): boolean =>
    it.length < least || (leastWords > 0 && numWordsOf(it) < leastWords);
  const writer = new SentenceWriter(rng, language);
  const room = Math.min(MOST_SENTENCES, Math.floor(tokens / SENTENCE_TOKENS));
  const wanted =
    sentences === undefined
      ? room <= 1
        ? 1
        : rng.between(1, room)
      : rng.between(sentences.least, sentences.most);
  let { text } = writer.state();
  for (let tries = 0; isLong(text) && tries < MOST_SENTENCES; tries++) ({ text } = writer.state());
  if (isLong(text)) return within(rng, language.prose.keywords, { least, most });
  for (let count = 1; count < wanted || isShort(text); count++) {
    const next = space + writer.state().text;
    if (isLong(text + next)) break;
    text += next;
  }
  return text;
}

function numWordsOf(text: string): number {
  return text.split(" ").length;
}
