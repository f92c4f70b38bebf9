import { once } from "../../core/once-per.ts";
import { lastCached } from "./stated.ts";
import { FOLDED, isUnspaced, LATIN_UNITS, unitsOf } from "./units.ts";
import { tableOfLanguages, WORDS } from "./vocabulary.ts";
import { matchEnd, matchMeaning } from "./word-table.ts";

/** A language's ISO 639-1 code, and whether the text shows the language beyond doubt. */
type Detected = { readonly code: string; readonly isSure: boolean };

/** Most texts show their language within 30 characters, and nearly all within 240. */
const FIRST_CHARACTERS = 30;
const MOST_CHARACTERS = 240;
/** If more than this share of the letters is non-Latin, the script determines the language. */
const FOREIGN_SHARE = 0.4;
const UNKNOWN: Detected = { code: "en", isSure: false };
const EAST_ASIAN: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\u3041-\u30ff]/],
  ["ko", /[\uac00-\ud7a3]/],
  ["zh", /[\u3400-\u9fff]/],
];
const SURE_HITS = 3;
const SURE_LEAD = 2;
const LEAST_SHARE = 7;
const SHORT = 6;
/** Maximum number of words in a short string that has foreign words but no English words. */
const SHORT_FOREIGN = 12;
const FIRST_ACCENTED = 0xc0;
/** The first code unit of the additional Latin letters with accents. */
const FIRST_LATIN = 0x1e00;
const LAST_LATIN = 0x1fff;

const LANGUAGES = [...WORDS.languages, ...WORDS.others];

type Script = readonly [code: string, letters: RegExp];

/** Evidence of a string's language: its script, its letters, or frequent words. */
const signs = once(() => {
  const rare = WORDS.others.filter(({ script }) => script !== undefined);
  const scripts: readonly Script[] = [
    ...EAST_ASIAN,
    ...rare.map(
      ({ code, script = "", letters }): Script => [
        code,
        new RegExp(`[${letters ?? script}]`, "iu"),
      ],
    ),
  ];
  /** For each Latin letter, a bit mask of the languages that the letter indicates. */
  const latin = new Int32Array(LATIN_UNITS);
  for (const [i, { code, letters = "" }] of LANGUAGES.entries())
    for (const letter of rare.some((it) => it.code === code) ? "" : letters)
      latin[letter.charCodeAt(0)] = (latin[letter.charCodeAt(0)] ?? 0) | (1 << i);
  /** Points by language; reused for each text. */
  const hits = LANGUAGES.map(() => 0);
  return { ...tableOfLanguages(), scripts, latin, hits };
});

/** The ISO 639-1 code of a string's language, judged by its first words; English if unknown. */
export const languageOf: (text: string) => string = lastCached((text) => {
  const { table, sets, scripts, latin, hits } = signs();
  const read = unitsOf(text);
  const { units, length } = read;
  hits.fill(0);
  let [i, words, letters, foreign] = [0, 0, 0, 0];
  for (let most = FIRST_CHARACTERS; ; most *= 2) {
    const until = Math.min(length, most);
    while (i < until) {
      if (FOLDED[units[i] ?? 0] === 0) {
        i++;
        continue;
      }
      const match = table.matchAt(read, i);
      const meaning = matchMeaning(match);
      const end = matchEnd(match);
      // A part of an address, such as "com", may be a word in some language.
      if (meaning > 0 && !(i > 0 && isInAddress(units[i - 1] ?? 0)))
        count(hits, sets[meaning] ?? 0);
      if (meaning > 0 || !isUnspaced(units[i] ?? 0)) words++;
      letters += end - i;
      for (; i < end; i++) {
        const unit = units[i] ?? 0;
        if (unit < FIRST_ACCENTED) continue;
        if (unit < LATIN_UNITS) count(hits, latin[FOLDED[unit] ?? 0] ?? 0);
        else if (unit < FIRST_LATIN || unit > LAST_LATIN) foreign++;
      }
    }
    const found = foreign > letters * FOREIGN_SHARE ? byScript(text, scripts) : byHits(hits, words);
    if (found.isSure || length <= most || most * 2 > MOST_CHARACTERS) return found.code;
  }
});

function byScript(text: string, scripts: readonly Script[]): Detected {
  const start = text.slice(0, MOST_CHARACTERS);
  const code = scripts.find(([, letters]) => letters.test(start))?.[0];
  return code === undefined ? UNKNOWN : { code, isSure: true };
}

function byHits(hits: readonly number[], length: number): Detected {
  let [best, most, second] = [0, hits[0] ?? 0, 0];
  for (let i = 1; i < hits.length; i++) {
    const count = hits[i] ?? 0;
    if (count > most) [best, most, second] = [i, count, most];
    else if (count > second) second = count;
  }
  if (most === 0) return UNKNOWN;
  const lead = most - second;
  // A language is uncertain if it matches few words, or hardly more than another language does.
  const isSure = most >= SURE_HITS && lead >= SURE_LEAD && most * LEAST_SHARE >= length;
  const isShort = length <= (hits[0] === 0 && most > 1 ? SHORT_FOREIGN : SHORT);
  const isClear = best === 0 || (lead > 0 && (most >= SURE_LEAD || isShort));
  return isClear ? { code: LANGUAGES[best]?.code ?? "en", isSure } : UNKNOWN;
}

/** Whether a code unit is `.`, `/`, or `@`, which join the parts of email addresses and URLs. */
function isInAddress(unit: number): boolean {
  return unit === 0x2e || unit === 0x2f || unit === 0x40;
}

function count(hits: number[], set: number): void {
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    hits[place] = (hits[place] ?? 0) + 1;
  }
}
