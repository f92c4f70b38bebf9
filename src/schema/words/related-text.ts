import type { Rng } from "../../core/rng.ts";
import { capitalize } from "./pieces.ts";
import { TOKENS_OF_A_SENTENCE } from "./prose.ts";
import type { Recipe, TextBounds } from "./recipe.ts";
import type { SentenceKind, Subject } from "./subject.ts";

/**
 * Writes a string about a subject; undefined if it would not be within the bounds, or if another
 * kind of string should be written.
 */
export type RelatedWriter = (rng: Rng, subject: Subject, tokens: number) => string | undefined;

/** The writer about the row's subject that corresponds to a recipe; undefined if there is none. */
export function relatedWriter(recipe: Recipe, bounds: TextBounds): RelatedWriter | undefined {
  if (/^\{\w+\+\}$/.test(recipe)) return proseWriter(bounds);
  const write = WORDS[recipe];
  if (write === undefined) return undefined;
  return (rng, subject) => {
    const isChosen = rng.chance(shareOf(recipe, subject));
    const text = isChosen ? write(rng, subject) : undefined;
    return text === undefined || isOut(text, bounds) ? undefined : text;
  };
}

const MOST_SHARE = 0.9;
/** Number of words that can be combined with few repetitions. */
const ENOUGH_WORDS = 3;
const OF_SEVERAL_WORDS: ReadonlySet<Recipe> = new Set(["{questions}", "{steps}", "{titles}"]);

/** Lower for a subject with few words, because they would soon repeat. */
function shareOf(recipe: Recipe, { words }: Subject): number {
  if (OF_SEVERAL_WORDS.has(recipe) && words.length >= ENOUGH_WORDS) return 1;
  return Math.min(MOST_SHARE, words.length / (words.length + 2));
}

const WORDS: {
  readonly [recipe: Recipe]: (rng: Rng, subject: Subject) => string | undefined;
} = {
  "{keywords}": (_, subject) => subject.topic(),
  "{topics}": (_, subject) => subject.topic(),
  "{entities}": (rng, { names }) => (names.length === 0 ? undefined : rng.pick(names)),
  "#{keywords}": (_, subject) => `#${subject.topic().replace(/[-_.,@&'’ ]/g, "")}`,
  "{titles}": (_, subject) => titled(subject),
  "{steps}": (_, subject) => subject.sentence("advice"),
  "{questions}": (_, subject) => subject.sentence("question"),
  "{points}": (_, subject) => capitalize(subject.topic()),
  "{strengths}": (_, subject) => capitalize(subject.topic()),
  "{weaknesses}": (_, subject) => capitalize(subject.topic()),
};

function titled(subject: Subject): string {
  const first = capitalize(subject.topic());
  const second = subject.topic();
  return first.toLowerCase().includes(second.toLowerCase()) ? first : `${first}: ${second}`;
}

function isOut(text: string, { least, most }: TextBounds): boolean {
  return text.length < least || text.length > most;
}

const MOST_SENTENCES = 40;

function proseWriter(bounds: TextBounds): RelatedWriter {
  const { least, most } = bounds;
  return (rng, subject, tokens) => {
    const room = Math.floor(tokens / TOKENS_OF_A_SENTENCE);
    const count = rng.between(1, Math.max(1, Math.min(MOST_SENTENCES, room)));
    let text = fitting(subject, "first", most) ?? "";
    for (let i = 1; text !== "" && (i < count || text.length < least); i++) {
      const { space } = subject;
      const next = fitting(subject, "further", most - text.length - space.length);
      if (next === undefined) break;
      text += space + next;
    }
    if (text.length < least || text === "") text = ended(subject, text, bounds);
    return isOut(text, bounds) ? undefined : text;
  };
}

const TRIES = 4;

function fitting(subject: Subject, kind: SentenceKind, most: number): string | undefined {
  for (let i = 0; i < TRIES; i++) {
    const sentence = subject.sentence(kind);
    if (sentence.length <= most) return sentence;
  }
  return undefined;
}

const MOST_WORDS = 12;

/** Falls back to a few words if there is no room for a sentence. */
function ended(subject: Subject, text: string, { least, most }: TextBounds): string {
  const start = text === "" ? "" : text + subject.space;
  let words = "";
  for (let i = 0; i < MOST_WORDS && (words === "" || start.length + words.length < least); i++) {
    const topic = subject.topic();
    if (words.includes(topic)) continue;
    const more = words === "" ? capitalize(topic) : `${words}, ${topic}`;
    if (start.length + more.length <= most) words = more;
  }
  return words === "" ? text : start + words;
}
