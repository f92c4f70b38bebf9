// Three sets of inputs for jobs: realistic texts, numbered rows, and similar reviews. Equal arguments give equal inputs.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export const LANGUAGES = ["en", "de", "fr", "es", "ja"];
export const KINDS = ["reviews", "emails", "tickets", "articles"];
/** Inputs of each language and kind: 1,000 in total. */
const OF_EACH = 50;

/** A sentence or line with the white space after it. Abbreviations and numbers don't end a sentence. */
const PIECE =
  /[\s\S]*?(?:\n+|(?<=[\p{L}\p{N})"»”]{3})[.!?…]+["»”)]*[^\S\n]+|[。！？]+[」』）]*|$)/gu;
const PARAGRAPH = /[\s\S]*?(?:\n\n|$)/g;

/**
 * 1,000 different texts. Neighbors differ in kind and language, so each block of 20 contains every combination. The first
 * 400 are as written; each of the others joins the beginning of one text with the end of another of its kind and language.
 * @returns {string[]}
 */
export function realInputs() {
  const lists = KINDS.flatMap((kind) => LANGUAGES.map((language) => textsOf(language, kind)));
  return Array.from(
    { length: OF_EACH * lists.length },
    (_, i) => lists[i % lists.length][Math.floor(i / lists.length)],
  );
}

/**
 * The 50 texts of a kind in a language, the original ones first.
 * @returns {string[]}
 */
export function textsOf(language, kind) {
  const file = new URL(`${language}-${kind}.yaml`, import.meta.url);
  const written = parse(readFileSync(file, "utf8"));
  const pieces = kind === "articles" ? PARAGRAPH : PIECE;
  const joined = Array.from({ length: OF_EACH - written.length }, (_, i) => {
    // Each round of beginnings takes its endings from other texts.
    const round = Math.floor(i / written.length);
    const first = written[i % written.length].match(pieces);
    const second = written[(i + 9 + 4 * round) % written.length].match(pieces);
    const end = atLeastHalf(second.toReversed()).toReversed().join("");
    return joinTexts(atLeastHalf(first).join(""), end, kind === "articles" ? "\n\n" : " ");
  });
  return [...written, ...joined];
}

/** The first pieces, until they are half as long as all of them. */
function atLeastHalf(pieces) {
  const half = pieces.join("").length / 2;
  let length = 0;
  return pieces.filter((piece) => {
    const isEarly = length < half;
    length += piece.length;
    return isEarly;
  });
}

function joinTexts(first, second, gap) {
  const needsGap = !/(\s|[。！？」])$/u.test(first) || gap === "\n\n";
  return `${needsGap ? first.trimEnd() + gap : first}${second}`.trim();
}

/**
 * Inputs without any text to interpret.
 * @returns {string[]}
 */
export function numberedInputs(count) {
  return Array.from({ length: count }, (_, i) => `row ${i}`);
}

const PRODUCTS = ["kettle", "backpack", "desk lamp", "keyboard", "rain jacket"];
const OPINIONS = [
  "I like it a lot and use it every day.",
  "It works well, and I would buy it again.",
  "Great value, and it arrived early.",
  "It does what it should.",
  "My whole family is happy with it.",
  "It is better than the last one I had.",
  "Nice, although the box was damaged.",
];

/**
 * Reviews of a few products, most of them positive, that differ in little more than a number.
 * @returns {string[]}
 */
export function similarReviews(count) {
  return Array.from({ length: count }, (_, i) => {
    const product = PRODUCTS[i % PRODUCTS.length];
    const opinion = OPINIONS[Math.floor(i / PRODUCTS.length) % OPINIONS.length];
    return `Review ${i + 1}: I bought this ${product} ${1 + (i % 30)} days ago. ${opinion}`;
  });
}
