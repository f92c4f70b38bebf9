import { expect, test } from "@jest/globals";
import {
  builtPatterns,
  complaintsAbout,
  type OwnPattern,
  writtenPatterns,
} from "./support/own-patterns.ts";
import { slowPump } from "./support/pump.ts";

/** Files whose patterns are given at run time, and why these can't take long. */
const BUILT_LATER: Readonly<Record<string, string>> = {
  "packages/schema-values/src/check/plain-schema.ts": "only compiled, never matched",
  "packages/schema-values/src/check/schema-matcher.ts": "only compiled, never matched",
  "packages/schema-values/src/regex/char-classes.ts": "one class, matched against one character",
  "packages/schema-values/src/regex/match-regex.ts":
    "native-reach.ts has checked that it is linear",
  "packages/schema-values/src/regex/parse-regex.ts": "only compiled, never matched",
  "src/spec/operation.ts": "the paths of operations: each part is `[^/]+` between slashes",
};

/** Patterns that are not linear yet. Remove an entry together with its cause; add none. */
const TO_BE_REPLACED: readonly string[] = [
  "src/generate/reading/mood.ts: /\\b(?:said|says|told|sagte|di",
  "src/generate/reading/given/parties.ts: /(?<!\\p{L})\\p{Lu}[\\p{L}-]{0,3",
  "src/generate/reading/given/measures.ts: /(?:depth|deep|length|long|ti",
  "src/generate/languages/letters.ts: /ß|(?<!\\p{L})(?=\\p{L}{5})\\p{L",
  "src/generate/reading/input-facts.ts: /[\\w.+-]+@[\\w-]+\\.[\\w.-]+/",
  "src/generate/reading/mention-patterns.ts: /[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+",
  "src/generate/reading/mention-patterns.ts: /[$€£¥￥] ?\\d(?:[\\d.,]*\\d)?(?:",
  "src/generate/reading/points.ts: /^[^\\p{L}]*(?:€|eur|usd|kg|g|",
  "src/generate/reading/requests.ts: /\\b(?:could|can|would|will) y",
  "src/generate/reading/requests.ts: /\\bplease,? (.+?)[.!]?$/iu is",
  "src/generate/reading/requests.ts: /\\bI(?:'d| would) like to (.+",
  "src/generate/reading/requests.ts: /\\b(?:I|we) (?:want|need) to ",
  "src/generate/reading/requests.ts: /(?:^|, )((?:\\p{Lu}\\p{L}+|you",
  "src/generate/reading/requests.ts: /\\b(?:könnten|können|würden) ",
  "src/generate/reading/requests.ts: /\\b[Ii]ch möchte (?:meinen? |",
  "src/generate/reading/requests.ts: /(?:^|[ .!])bitte (.+?)[.!]?$",
  "src/generate/reading/requests.ts: /(?:s'il vous plaît|por favor",
  "src/generate/text/east-asian-topics.ts: /[おご]?[\\u4e00-\\u9fff々]{2,}(?!",
  "src/generate/text/east-asian-topics.ts: /^(?:なぜ|どうして|どちら|どれ|どの).*か$|は",
  "packages/schema-values/src/regex/linear-test.ts: /\\\\[pP]\\{[^}]*\\}/g is 2nd deg",
  "packages/schema-values/src/words/described-choices.ts: /(?:^|[:=–—(-])\\s*((?:[\"'`“‘]",
  "packages/schema-values/src/words/described-choices.ts: /(?:^|,| (?:is|are|as|be|bein",
  "packages/schema-values/src/words/described-choices.ts: /\\s*(?:[,|/]\\s*(?:or|and|oder",
  "packages/schema-values/src/words/described-choices.ts: /\\||\\s(?:or|oder|ou|o)\\s|^[^,",
  "packages/schema-values/src/words/described-choices.ts: /[\"'`“‘]([^\"'`”’]+)[\"'`”’]/g ",
  "packages/schema-values/src/words/described-range.ts: /(?:\\b(?:between|from|range(?",
  "packages/schema-values/src/words/described-range.ts: /(?:^|\\s)(-?\\d{1,3}(?:\\.\\d+)?",
  "packages/schema-values/src/words/description-phrase.ts: /\\s+(?:of(?: the| an?| this| ",
  "packages/schema-values/src/words/examples.ts: /(?:,? (?:or|and|oder|und|ou|",
  "packages/schema-values/src/words/language-names.ts: /\\b(?:in(?:to)?|auf|ins|en|ve",
  "packages/schema-values/src/words/name-table.ts: /\\d+$/",
  "packages/schema-values/src/words/name-words.ts: /([A-Z]+)([A-Z](?!s(?![a-z]))",
  "packages/schema-values/src/words/number-kind.ts: /\\b(?:unix|epoch)\\b.*\\b(?:ms|",
  "packages/schema-values/src/words/text-descriptions.ts: /\\bISO[ -]?3166\\b.*\\balpha[- ",
  "packages/schema-values/src/words/text-descriptions.ts: /\\bhex(?:adecimal)?\\b.*\\bcolo",
  "packages/schema-values/src/words/text-descriptions.ts: /\\b(?:image|photo|picture|ava",
  "packages/schema-values/src/words/vague-names.ts: /\\d+$/",
  "packages/schema-values/src/make/agree/person-agreement.ts: /\\d*$/",
  "src/generate/reading/given/amounts.ts: /(?:(?:[$€£¥￥₹₩]|USD|EUR|GBP|",
  "src/generate/reading/given/codes.ts: /(?<!\\p{L})(?:order|purchase ",
  "src/generate/reading/given/lines.ts: /(?<![\\p{L}\\d.,/-])(?!(?:19|2",
  "src/generate/reading/given/lines.ts: /([\\p{L}ー]{1,20}) ?(\\d{1,4}) ",
  "src/generate/reading/given/lines.ts: /(?<!\\p{L})(\\p{L}(?:[\\p{L}\\p{",
  "src/generate/reading/given/lines.ts: /(?<![\\p{L}])(\\p{L}(?:[\\p{L}\\",
];

const { literals, builders } = writtenPatterns();

test("every regular expression in our source is linear", async () => {
  const patterns = [...literals, ...(await built())];
  const complaints = complaintsAbout(patterns);
  const found = patterns.flatMap((pattern, index) =>
    complaints[index] === undefined ? [] : [`${nameOf(pattern)} is ${complaints[index]}`],
  );
  const isKnown = (text: string): boolean => TO_BE_REPLACED.some((start) => text.startsWith(start));
  expect(found.filter((text) => !isKnown(text))).toEqual([]);
});

test("no regular expression in our source takes long for hostile strings", async () => {
  const patterns = [...literals, ...(await built())];
  const slow = patterns.flatMap((pattern) => {
    const pump = slowPump(new RegExp(pattern.source, pattern.flags));
    return pump === undefined ? [] : [`${nameOf(pattern)} is slow for ${pump}`];
  });
  const isKnown = (text: string): boolean => TO_BE_REPLACED.some((start) => text.startsWith(start));
  expect(slow.filter((text) => !isKnown(text))).toEqual([]);
});

test("regular expressions are built only where they are known to be linear", async () => {
  const patterns = await built();
  const unknown = builders.filter((file) => !patterns.some((pattern) => pattern.file === file));
  expect(unknown.sort()).toEqual(Object.keys(BUILT_LATER));
});

let loaded: Promise<readonly OwnPattern[]> | undefined;

function built(): Promise<readonly OwnPattern[]> {
  loaded ??= loadAll();
  return loaded;
}

async function loadAll(): Promise<readonly OwnPattern[]> {
  const patterns: OwnPattern[] = [];
  for (const file of builders) patterns.push(...(await builtPatterns(file)));
  return patterns;
}

function nameOf({ file, source, flags }: OwnPattern): string {
  return `${file}: /${source}/${flags}`;
}
