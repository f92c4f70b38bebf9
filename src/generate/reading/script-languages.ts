/** Languages that their letters show, by ISO 639-1. Earlier ones take precedence. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\u3041-\u30ff]/],
  ["ko", /[\uac00-\ud7a3]/],
  ["zh", /[\u4e00-\u9fff]/],
  ["uk", /[іїєґІЇЄҐ]/],
  ["ru", /[\u0400-\u04ff]/],
  ["el", /[\u0370-\u03ff]/],
  ["he", /[\u0590-\u05ff]/],
  ["fa", /[پچژگ]/],
  ["ar", /[\u0600-\u06ff]/],
  ["hi", /[\u0900-\u097f]/],
  ["bn", /[\u0980-\u09ff]/],
  ["ta", /[\u0b80-\u0bff]/],
  ["th", /[\u0e00-\u0e7f]/],
];

/** Common words of languages in Latin script that answers are not written in. */
const WORDS: { readonly [language: string]: string } = {
  sv: "och att det är jag inte som på en ett har för med till var mitt min när kommer hej tack mycket",
  da: "og at det er jeg ikke som på en et har for med til hvor mit min når kommer hej tak meget",
  no: "og at det er jeg ikke som på en et har for med til hvor mitt min når kommer hei takk veldig",
  fi: "ja on ei se että en hän minun mutta kun missä tämä oli kanssa hyvä kiitos olen niin",
  pl: "i w na nie się jest to z do że jak ale mój gdzie moja dziękuję bardzo był przez jestem",
  cs: "a je se na že v to s do jak ale můj kde moje děkuji velmi byl jsem není si",
  tr: "ve bir bu için çok ile ne de da nerede benim ama daha teşekkürler değil var iyi",
  ro: "și de la nu este cu un o pe unde meu mea mulțumesc foarte dar sunt am care",
  hu: "és a az nem egy hogy van de hol nagyon köszönöm volt meg csak én ez",
  vi: "và là của không tôi có cho được trong rất nhưng một này với cảm ơn đã",
  id: "dan yang di ini itu saya tidak dengan untuk ada dari ke sangat tapi terima kasih bagus",
};

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(" "))]),
);

/** The language of an input in a non-Latin script; undefined if its letters don't show it. */
export function scriptLanguage(text: string): string | undefined {
  return SCRIPTS.find(([, letters]) => letters.test(text))?.[0];
}

/** At least this many of an input's words are common ones of its language. */
const FEWEST_HITS = 2;

/** The language in Latin script that an input has the most common words of, if there are enough. */
export function rarerLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counted = [...SETS].map(([language, common]) => ({
    language,
    hits: words.filter((word) => common.has(word)).length,
  }));
  const [best] = counted.sort((a, b) => b.hits - a.hits);
  return best !== undefined && best.hits >= Math.max(FEWEST_HITS, words.length / 4)
    ? best.language
    : undefined;
}
