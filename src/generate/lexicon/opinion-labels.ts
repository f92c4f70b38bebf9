import type { Mood } from "./subject.ts";

const LABELS: readonly (readonly [number, string])[] = [
  [
    1,
    "very positive|strongly positive|extremely positive|excellent|very good|very satisfied|very happy|promoter|love|delighted|sehr positiv|sehr gut|très positif|muy positivo|5 stars|五星",
  ],
  [
    0.6,
    "positive|pos|good|great|favorable|favourable|happy|satisfied|thumbs up|thumbs_up|like|liked|recommend|recommended|joy|happiness|excitement|excited|gratitude|grateful|love|trust|relief|optimistic|pleased|content|enthusiastic|bullish|praise|compliment|positiv|gut|zufrieden|positif|bon|content|positivo|positiva|bueno|buono|bom|positief|ポジティブ|肯定的|积极|正面|긍정|4 stars",
  ],
  [
    0,
    "neutral|neu|okay|ok|average|fair|passive|objective|mediocre|indifferent|calm|none|no opinion|balanced|ausgewogen|neutre|neutro|neutrale|neutra|neutraal|中立|中性|ニュートラル|중립|surprise|surprised|curiosity|anticipation|3 stars",
  ],
  [
    -0.6,
    "negative|neg|bad|poor|unfavorable|unfavourable|unhappy|dissatisfied|unsatisfied|thumbs down|dislike|disliked|not recommended|sad|sadness|disappointed|disappointment|confusion|confused|frustrated|frustration|anger|angry|fear|worried|concerned|annoyed|annoyance|detractor|pessimistic|bearish|complaint|negativ|schlecht|unzufrieden|négatif|negatif|mauvais|negativo|negativa|malo|cattivo|mau|negatief|ネガティブ|否定的|消极|负面|부정|2 stars",
  ],
  [
    -1,
    "very negative|strongly negative|extremely negative|terrible|very bad|very dissatisfied|very unhappy|awful|hate|disgust|disgusted|furious|sehr negativ|sehr schlecht|très négatif|muy negativo|1 star",
  ],
];
const MIXED: ReadonlySet<string> = new Set(
  "mixed|ambivalent|both|gemischt|mixte|mitigé|mixto|misto|gemengd|混合|혼합".split("|"),
);
/** Labels for texts without an opinion, or with one that is not on the list. */
const OTHERS: ReadonlySet<string> = new Set(
  "unknown|unclear|other|n/a|na|not applicable|irrelevant|undetermined|unsure|none".split("|"),
);

const VALUES: ReadonlyMap<string, number> = new Map(
  LABELS.flatMap(([value, labels]) =>
    labels.split("|").map((label): [string, number] => [label, value]),
  ),
);

/** A label for opinions, and what it says. */
export type OpinionLabel = { readonly index: number; readonly mood: Mood };

/**
 * What labels say about an opinion; undefined if they are not labels for opinions: at least one is
 * positive, one is negative, and at most one is something different.
 */
export function opinionLabels(labels: readonly string[]): readonly OpinionLabel[] | undefined {
  const plain = labels.map((label) => label.toLowerCase().replace(/[_-]+/g, " ").trim());
  const known = plain.flatMap((label, index): OpinionLabel[] => {
    if (MIXED.has(label)) return [{ index, mood: { value: 0, isMixed: true } }];
    const value = VALUES.get(label);
    return value === undefined ? [] : [{ index, mood: { value, isMixed: false } }];
  });
  const others = plain.filter((label) => !VALUES.has(label) && !MIXED.has(label));
  const isOpinion =
    known.some(({ mood }) => mood.value > 0) &&
    known.some(({ mood }) => mood.value < 0) &&
    others.filter((label) => !OTHERS.has(label)).length <= labels.length / 4;
  return isOpinion ? known : undefined;
}

/** The labels that fit an opinion best. */
export function fittingLabels(labels: readonly OpinionLabel[], mood: Mood): readonly number[] {
  const wantsMixed = mood.isMixed && labels.some((label) => label.mood.isMixed);
  let fitting: number[] = [];
  let least = Infinity;
  for (const label of labels) {
    if (label.mood.isMixed !== wantsMixed) continue;
    const distance = Math.abs(label.mood.value - mood.value);
    if (distance < least) fitting = [label.index];
    else if (distance === least) fitting.push(label.index);
    least = Math.min(least, distance);
  }
  return fitting;
}
