import type { Rng } from "../../core/rng.ts";
import type { LanguageCode } from "../languages/language.ts";
import { isSpoken, LANGUAGES } from "../languages/languages.ts";
import { MOOD_SENTENCES } from "../languages/mood-sentences.ts";
import { fill } from "../text/frames.ts";
import type { InputReading } from "./input-reading.ts";

/** Writes a short reply that fits the opinion of an input. */
export function replyTo(reading: InputReading, rng: Rng, topic: () => string): string {
  const code = spokenBy(reading) ?? "en";
  const { apologies, thanks } = MOOD_SENTENCES[code];
  const { value } = reading.mood;
  const { replies } = LANGUAGES[code];
  return fill(rng.pick(value < 0 ? apologies : value > 0 ? thanks : replies), { topic }).text;
}

/** Longer passages are not quoted as a reason. */
const LONGEST = 100;
const END: RegExp = /[.。,;:、，；]$/u;
/** The end of a quote that ends no sentence. */
const QUOTE_END: RegExp = /(?<![?!？！] ?)[”“»’]$/u;
/** The share of reasons that are not about the opinion. */
const GENERAL_SHARE = 0.4;
const NONE: readonly string[] = [];
const UNSPACED: ReadonlySet<string> = new Set(["ja", "zh"]);

/** Writes a reason with a passage of the input; undefined if none is short enough, or in another language. */
export function writeReason(reading: InputReading, rng: Rng): string | undefined {
  const code = spokenBy(reading);
  if (code === undefined) return undefined;
  const { value } = reading.mood;
  const isGeneral = value === 0 || rng.chance(GENERAL_SHARE);
  const { reasons, goodReasons, badReasons } = MOOD_SENTENCES[code];
  const side = isGeneral ? NONE : reading.opinions[value > 0 ? "good" : "bad"];
  const telling = side.filter(({ length }) => length <= LONGEST);
  const passages =
    telling.length > 0 ? telling : reading.sentences.filter(({ length }) => length <= LONGEST);
  if (passages.length === 0) return undefined;
  const quote = rng.pick(passages).replace(END, "");
  const frame = rng.pick(telling.length === 0 ? reasons : value > 0 ? goodReasons : badReasons);
  const { text } = fill(frame, { topic: () => quote, quote });
  return QUOTE_END.test(text) ? `${text}${UNSPACED.has(code) ? "。" : "."}` : text;
}

function spokenBy({ language }: InputReading): LanguageCode | undefined {
  return isSpoken(language) ? language : undefined;
}
