import type { Draws } from "schema-values";
import type { Rng } from "../../core/rng.ts";
import { phrasesOf, SentenceWriter } from "../prose/phrases.ts";
import { passageOf } from "../reading/passages.ts";
import type { Reader } from "../reading/reading.ts";
import type { LanguageWords } from "../words/words.ts";
import { known, languageOf } from "./subject.ts";
import type { TextBounds, TextWriter } from "./text-writer.ts";

type LocalWriter = (draws: Draws, language: LanguageWords, bounds: TextBounds) => string;

const HOUSES = 240;

/** Strings that depend on the language of the input. */
const LOCAL: { readonly [gap: string]: LocalWriter } = {
  person: ({ rng }, { local }) =>
    filled(local.person, { g: () => rng.pick(local.given), f: () => rng.pick(local.family) }),
  given: ({ rng }, { local }) => rng.pick(local.given),
  family: ({ rng }, { local }) => rng.pick(local.family),
  address: ({ rng }, { local }) =>
    filled(local.address, {
      s: () => rng.pick(local.streets),
      n: () => String(rng.between(1, HOUSES)),
      t: () => rng.pick(local.towns),
    }),
  prose: (draws, language, bounds) => proseWithin(draws, language, bounds),
  reply: ({ rng, subject }, { prose }, bounds) => {
    const tone = subject === undefined ? "plain" : known(subject).reading.sentiment.tone;
    return within(rng, prose.replies[tone], bounds);
  },
  quote: (draws, language, bounds) =>
    (draws.subject && passageOf(draws.subject.text, bounds, draws.rng)) ??
    proseWithin(draws, language, bounds),
  advice: ({ rng }, { prose }, bounds) => within(rng, prose.advice, bounds),
  question: ({ rng }, { prose }, bounds) => within(rng, prose.questions, bounds),
  title: ({ rng }, { prose }, bounds) => within(rng, prose.titles, bounds),
  strength: ({ rng }, { prose }, bounds) => within(rng, prose.strengths, bounds),
  weakness: ({ rng }, { prose }, bounds) => within(rng, prose.weaknesses, bounds),
  point: ({ rng }, { prose }, bounds) =>
    within(rng, rng.chance(0.5) ? prose.strengths : prose.weaknesses, bounds),
  keyword: ({ rng }, { prose }, bounds) => within(rng, prose.keywords, bounds),
};

/** A writer for a gap that depends on the language; undefined for other gaps. */
export function localWriter(
  gap: string,
  reader: Reader,
  bounds: TextBounds,
): TextWriter | undefined {
  if (gap === "firm") {
    const { firms = [] } = reader.words.pools;
    return (draws) => {
      const language = languageOf(draws, reader);
      if (language === reader.english) return within(draws.rng, firms, bounds);
      const { firm, family } = language.local;
      return filled(firm, { f: () => draws.rng.pick(family) });
    };
  }
  const write = Object.hasOwn(LOCAL, gap) ? LOCAL[gap] : undefined;
  return write && ((draws) => write(draws, languageOf(draws, reader), bounds));
}

type Fillings = { readonly [gap: string]: () => string };

function filled(form: string, fillings: Fillings): string {
  const parts = form.split(/[{}]/);
  let text = parts[0] ?? "";
  for (let i = 1; i < parts.length; i += 2)
    text += (fillings[parts[i] ?? ""]?.() ?? "") + (parts[i + 1] ?? "");
  return text;
}

/** One of the items, within the bounds if any is. */
function within(rng: Rng, items: readonly string[], { least, most }: TextBounds): string {
  const item = rng.pick(items);
  if (item.length >= least && item.length <= most) return item;
  const fit = items.filter(({ length }) => length >= least && length <= most);
  return fit.length > 0 ? rng.pick(fit) : item;
}

/** Approximate number of tokens in a sentence. */
const SENTENCE_TOKENS = 14;
const MOST_SENTENCES = 40;

/** As many sentences as the tokens and the bounds allow; if none is short enough, a keyword. */
function proseWithin(
  { rng, tokens }: Draws,
  language: LanguageWords,
  { least, most }: TextBounds,
): string {
  const { space } = phrasesOf(language);
  const writer = new SentenceWriter(rng, language);
  const room = Math.min(MOST_SENTENCES, Math.floor(tokens / SENTENCE_TOKENS));
  const wanted = room <= 1 ? 1 : rng.between(1, room);
  let { text } = writer.state();
  for (let tries = 0; text.length > most && tries < MOST_SENTENCES; tries++)
    ({ text } = writer.state());
  if (text.length > most) return within(rng, language.prose.keywords, { least, most });
  for (let count = 1; count < wanted || text.length < least; count++) {
    const next = space + writer.state().text;
    if (text.length + next.length > most) break;
    text += next;
  }
  return text;
}
