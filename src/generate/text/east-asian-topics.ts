import type { LanguageCode } from "../languages/language.ts";

const KANA: RegExp = /[\u3041-\u30ff]/;
const HANGUL: RegExp = /[\uac00-\ud7a3]/;
const HAN: RegExp = /[\u4e00-\u9fff]/;

type EastAsian = Extract<LanguageCode, "ja" | "ko" | "zh">;

/** The East Asian language of an input that is mainly in a non-Latin script; undefined for others. */
export function eastAsianLanguage(text: string): EastAsian | undefined {
  if (KANA.test(text)) return "ja";
  if (HANGUL.test(text)) return "ko";
  return HAN.test(text) ? "zh" : undefined;
}

/** Phrases of an input in an East Asian language, in order; none is a part of a word. */
export function eastAsianTopics(text: string, language: EastAsian): readonly string[] {
  const found = new Set(FINDERS[language](text));
  return [...found].slice(0, MOST_TOPICS);
}

const MOST_TOPICS = 24;

const FINDERS: { readonly [language in EastAsian]: (text: string) => readonly string[] } = {
  ja: (text) => firstOf(japaneseNouns(text), clausesOf(text)),
  ko: (text) => firstOf(koreanNouns(text), koreanWords(text)),
  zh: (text) => chineseClauses(text),
};

function firstOf(preferred: readonly string[], other: readonly string[]): readonly string[] {
  return preferred.length > 0 ? preferred : other;
}

/** Runs of kanji or katakana, unless a verb's ending in hiragana follows, and Latin words. */
const JAPANESE_NOUN: RegExp =
  /[おご]?[\u4e00-\u9fff々]{2,}(?![\u4e00-\u9fff々ちきみりいえけせてねべめれげっくつぬふむるうぎびあそ])[\u30a1-\u30fa\u30fc]*|[\u30a1-\u30fa][\u30a1-\u30fa\u30fc]+[\u4e00-\u9fff々]*|[A-Za-z][A-Za-z0-9.+-]+/g;
const LONGEST_NOUN = 14;

function japaneseNouns(text: string): readonly string[] {
  return (text.match(JAPANESE_NOUN) ?? []).filter(({ length }) => length <= LONGEST_NOUN);
}

const CLAUSE_END: RegExp = /[\s、。，．！？!?,.;；:：…「」『』“”‘’（）()《》\n]+/;
const LONGEST_CLAUSE = 20;

/** The rest of a question in Japanese after what it is about. */
const JAPANESE_QUESTION: RegExp =
  /^(?:なぜ|どうして|どちら|どれ|どの).*か$|は(?:なぜ|どうして|いくつ|いくら|何|どこ|いつ|誰|どう).*$/;

function clausesOf(text: string): readonly string[] {
  const parts = text.split(CLAUSE_END).filter((it) => it !== "");
  const told = parts.map((it) => it.replace(JAPANESE_QUESTION, "")).filter((it) => it !== "");
  const clauses = firstOf(told, parts);
  const short = clauses.filter(({ length }) => length <= LONGEST_CLAUSE);
  return firstOf(short, clauses);
}

const CONJUNCTION = "但是|因为|所以|而且|如果|虽然|并且|然后|可是|不过|以及|还有";
/** Places where a long clause can be split without splitting a word. */
const CHINESE_JOINT: RegExp = new RegExp(`${CONJUNCTION}|的`);
const CHINESE_START: RegExp = new RegExp(`^(?:${CONJUNCTION}|但)`);
const LONG_CLAUSE = 12;
const SHORTEST = 2;

/** What a request or a question in Chinese begins with, and what it ends with. */
const CHINESE_REQUEST: RegExp =
  /^(?:请问|请|帮我|给我|我想|我要|你能|介绍一下|介绍|解释一下|解释|说明|告诉我|推荐|总结一下|总结|翻译|写一篇|写一个|写一首|如何|怎样|怎么|为什么|什么是)+|(?:是什么|是多少|等于多少|有哪些|有什么|怎么办|怎么样)$/g;

/** The parts of a clause that asks for something; the clause if it doesn't. */
function askedParts(clause: string): readonly string[] {
  const asked = clause.replace(CHINESE_REQUEST, "");
  if (asked.length < SHORTEST || asked === clause) return [clause];
  const parts = asked.split("的");
  return parts.every(({ length }) => length >= SHORTEST) ? parts : [asked];
}

function chineseClauses(text: string): readonly string[] {
  const parts = text
    .split(CLAUSE_END)
    .flatMap((clause) =>
      clause.length > LONG_CLAUSE ? clause.split(CHINESE_JOINT) : askedParts(clause),
    )
    .map((part) => part.replace(CHINESE_START, ""));
  const long = parts.filter(({ length }) => length >= SHORTEST && length <= LONGEST_CLAUSE);
  return firstOf(
    long,
    parts.filter((it) => it !== ""),
  );
}

/** Particles after a noun. Those of one syllable that nouns often end with are not on the list. */
const PARTICLE: RegExp =
  /(?<=[\uac00-\ud7a3]{2})(?:에서는|에서|에게|으로|까지|부터|께서|에는|에도|하고|이라|을|를|은|는|의|에|가|이|도)$/;
/** Endings of verbs and adverbs. */
const NO_NOUN: RegExp =
  /(?:다|요|까|죠|서|고|며|면|게|지|데|던|네|니|한|된|할|될|했|려|만|져|해|히)$|^(?:너무|정말|매우|아주|아직|제가|저는|제|내가|나는|그리고|하지만|그런데|그래서|이|그|저|것|수|좀|더|잘|안|못)$/;
/** Nouns that end like a noun with a particle. */
const WHOLE: ReadonlySet<string> = new Set(
  "고양이 어린이 놀이 종이 아이 나이 차이 회의 주의 문의 동의 거의 서비스 평가 가게 휴가 국가 작가 물가 전문가 온도 속도 정도 지도 제도 각도 습도 강도 밀도 난이도 인도".split(
    " ",
  ),
);

function koreanWords(text: string): readonly string[] {
  return text.split(CLAUSE_END).filter((it) => it !== "");
}

function koreanNouns(text: string): readonly string[] {
  return koreanWords(text)
    .filter((word) => !NO_NOUN.test(word))
    .map((word) => (WHOLE.has(word) ? word : word.replace(PARTICLE, "")))
    .filter(({ length }) => length >= SHORTEST);
}
