import type { Hints } from "schema-values";
import type { Rng } from "../../core/rng.ts";
import { capitalize } from "./capitalize.ts";
import { fittingMaterial, fittingTone } from "./fitting-words.ts";
import { isLabel } from "./labels.ts";
import { languageAsked, languageName } from "./language-names.ts";
import type { PoolName, Pools } from "./pools.ts";
import { TOKENS_OF_A_SENTENCE } from "./prose.ts";
import { FULL_NAME, type Recipe, type TextBounds } from "./recipe.ts";
import type { MentionKind, SentenceKind, Subject } from "./subject.ts";
import { toldChoice } from "./told-choice.ts";

/**
 * Writes a string about a subject; undefined if it would not be within the bounds, or if another
 * kind of string should be written.
 */
export type RelatedWriter = (rng: Rng, subject: Subject, tokens: number) => string | undefined;

/** What determines the strings of a property. */
export type RelatedRequest = {
  readonly hints: Hints;
  readonly bounds: TextBounds;
  readonly pools: Pools;
};

/** The writer about the row's subject that corresponds to a recipe; undefined if there is none. */
export function relatedWriter(
  recipe: Recipe,
  { hints, bounds, pools }: RelatedRequest,
): RelatedWriter | undefined {
  if (/^\{\w+\+\}$/.test(recipe))
    return longWriter(recipe, bounds, languageAsked(hints.name, hints.description));
  const write = WORDS[recipe] ?? toldWriter(recipe, hints, pools);
  if (write === undefined) return undefined;
  const needsWords = WORDS_OF_INPUT.has(recipe);
  const needsTopics = !needsWords && ABOUT_TOPICS.has(recipe);
  return (rng, subject) => {
    if (needsWords && subject.words.length === 0) return undefined;
    if (needsTopics && !subject.isKnown) return undefined;
    const text = write(rng, subject);
    return text === undefined || isOut(text, bounds) ? undefined : text;
  };
}

/** Recipes whose strings are words of the input. */
const TOPICAL: ReadonlySet<Recipe> = new Set([
  "{keywords}",
  "{topics}",
  "#{keywords}",
  "{points}",
  "{strengths}",
  "{weaknesses}",
]);

/** Recipes whose strings need single words of the input, which take less time than topics. */
const WORDS_OF_INPUT: ReadonlySet<Recipe> = new Set([...TOPICAL, "{products}", "{things}"]);

/** Recipes whose strings need topics of the input. */
const ABOUT_TOPICS: ReadonlySet<Recipe> = new Set([
  "{titles}",
  "{steps}",
  "{questions}",
  "{quotes}",
  "{inputs}",
]);

type Words = (rng: Rng, subject: Subject) => string | undefined;

const PEOPLE: ReadonlySet<MentionKind> = new Set(["person"]);
const FIRMS: ReadonlySet<MentionKind> = new Set(["organization"]);
const NAMED: ReadonlySet<MentionKind> = new Set(["person", "organization", "place"]);

const WORDS: { readonly [recipe: Recipe]: Words } = {
  "{keywords}": (_, subject) => subject.topic(),
  "{topics}": (_, subject) => subject.topic(),
  "{entities}": (rng, subject) =>
    subject.nextMention(NAMED)?.text ??
    (subject.names.length === 0 ? undefined : rng.pick(subject.names)),
  "#{keywords}": (_, subject) => `#${subject.topic().replace(/[-_.,@&'’ ]/g, "")}`,
  "{titles}": (_, subject) => subject.title() || undefined,
  "{steps}": (_, subject) => subject.requests.next() ?? subject.sentence("advice"),
  "{questions}": (_, subject) => subject.sentence("question"),
  "{points}": (_, subject) => subject.points.next() ?? capitalize(subject.topic()),
  "{strengths}": (_, subject) => capitalize(subject.nextOpinion("good") ?? subject.topic()),
  "{weaknesses}": (_, subject) => capitalize(subject.nextOpinion("bad") ?? subject.topic()),
  "{currencies}": (_, { currency }) => currency,
  "{materials}": fittingMaterial,
  "{tones}": fittingTone,
  "{products}": (_, subject) => subject.topic(),
  "{things}": (_, subject) => subject.thing(),
  "{quotes}": (_, subject) => subject.quote(),
  "{inputs}": (_, subject) => subject.text,
  "{languages}": (_, { language }) => languageName(language),
  "{languageCodes}": (_, { language }) => language,
  [FULL_NAME]: (_, subject) => subject.nextMention(PEOPLE)?.text ?? subject.invented("person"),
  "{firstNames}": (_, subject) =>
    subject.nextMention(PEOPLE)?.text.split(" ")[0] ?? subject.invented("given"),
  "{lastNames}": (_, subject) =>
    subject.nextMention(PEOPLE)?.text.split(" ").slice(1).join(" ") || subject.invented("family"),
  "{firms}": (_, subject) => subject.nextMention(FIRMS)?.text ?? subject.invented("firm"),
  "{1-240} {streets}, {cities}": (_, subject) => subject.invented("address"),
  "GB{#########}": (_, subject) => subject.invented("taxNumber"),
  "{cities}": mentioned(new Set(["place"])),
  "{emails}": mentioned(new Set(["email"])),
  "https://example.com/{words}/{words}": mentioned(new Set(["url"])),
  "+1-{202-989}-555-01{##}": mentioned(new Set(["phone"])),
};

function mentioned(kinds: ReadonlySet<MentionKind>): Words {
  return (_, subject) => subject.nextMention(kinds)?.text;
}

/** The writer of labels from a pool that fit the subject; undefined for other recipes. */
function toldWriter(recipe: Recipe, hints: Hints, pools: Pools): Words | undefined {
  if (!isLabel(recipe)) return undefined;
  const name = recipe.slice(1, -1) as PoolName;
  const told = toldChoice(pools[name], hints);
  if (told === undefined) return undefined;
  return (rng, subject) => {
    const fitting = told(subject);
    const index = told.isRanked === true ? fitting[0] : fitting.length > 0 && rng.pick(fitting);
    return typeof index === "number" ? pools[name][index] : undefined;
  };
}

function isOut(text: string, { least, most }: TextBounds): boolean {
  return text.length < least || text.length > most;
}

/** A writer of one or more sentences: those of the input for a summary, and a reply for a reply. */
function longWriter(
  recipe: Recipe,
  bounds: TextBounds,
  language: string | undefined,
): RelatedWriter {
  const writeProse = proseWriter(bounds, language);
  const isSummary = recipe === "{summaries+}";
  const isReply = recipe === "{replies+}";
  const isReason = recipe === "{reasons+}";
  return (rng, subject, tokens) => {
    const isIn = language === undefined || language === subject.language;
    const own = isSummary && isIn ? subject.excerpt(Math.min(bounds.most, SUMMARY)) : undefined;
    if (own !== undefined && !isOut(own, bounds)) return own;
    if (!subject.isKnown) return undefined;
    const reply = isReply && isIn ? subject.reply() : undefined;
    if (reply !== undefined && !isOut(reply, bounds)) return reply;
    const reason = isReason && isIn ? subject.reason() : undefined;
    if (reason !== undefined && !isOut(reason, bounds)) return reason;
    return writeProse(rng, subject, tokens);
  };
}

/** Maximum number of characters in a summary. */
const SUMMARY = 280;
const MOST_SENTENCES = 40;

function proseWriter(bounds: TextBounds, language: string | undefined): RelatedWriter {
  const { least, most } = bounds;
  return (rng, about, tokens) => {
    const subject = language === undefined ? about : about.inLanguage(language);
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
