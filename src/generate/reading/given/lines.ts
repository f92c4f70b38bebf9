import type { GivenLine } from "../../lexicon/given-values.ts";
import { firstAmount, labeledAmount, MONEY, numberIn } from "./amounts.ts";

const COUNTER =
  "(?:x|×|stück|stk\\.?|pcs\\.?|units?|pieces?|hours? of|days? of|stunden|std\\.?|pairs? of|boxes of)";
/** A period ends it, unless one of a few letters, or within a number. */
const NAME = "(\\p{L}(?:[\\p{L}\\p{N}'’&/ -]|\\.(?! )|(?<=(?<!\\p{L})\\p{L}{1,3})\\.){1,48}?)";
const AT = "(?:@|×|x|à|at|zu je|je|zu|for|für|a|á|,|:|-|=)";

/** "2 x Mixer tap @ £89.50", "3 espresso 2.80 EUR". */
const COUNTED: RegExp = new RegExp(
  `(?<![\\p{L}\\d.,/-])(?!(?:19|20)\\d\\d )(\\d{1,4}) ?${COUNTER}? +${NAME} ?${AT}? ?${MONEY}(?: ?(?:each|per \\p{L}+|/ ?\\p{L}+))?`,
  "giu",
);
/** The same with a Japanese or Chinese counter after the name. */
const EAST_ASIAN: RegExp = new RegExp(
  `([\\p{L}ー]{1,20}) ?(\\d{1,4}) ?[台個杯本枚冊点箱袋件式张个개] ?(?:[×x@]|単価)? ?${MONEY}`,
  "giu",
);
const TIMES =
  "(?:[x×@]|(?:stück|stk\\.?|std\\.?|stunden|pcs\\.?|hours?) ?(?:x|×|@|à|at|zu je|je|zu))";
const MAY_BE_NAMED: RegExp = new RegExp(`\\d ?${TIMES} ?[$€£\\d]`, "iu");
/** "Business cards 500 x £0.12". */
const NAMED: RegExp = new RegExp(`(?<!\\p{L})${NAME} (\\d{1,4}) ?${TIMES} ?${MONEY}`, "giu");
/** "hosting for $240.00". */
const SINGLE: RegExp = new RegExp(`(?<![\\p{L}])${NAME} (?:for|at|für|zu|à|:) ?${MONEY}`, "giu");
/** Names of sums and of parts of an invoice, which no line is for. */
const NOT_A_LINE: RegExp =
  /total|\bsum\b|summe|gesamt|\bdue\b|\btax\b|\bvat\b|mwst|amount|betrag|discount|rabatt|invoice|rechnung|price|preis|charged|\bper\b/i;
const ARTICLES: RegExp = /^(?:and|und|et|y|e|a|an|the|of|plus|bills?|ordered|bought) /iu;

/** The lines of an order or an invoice that an input lists; one for the whole amount if it states only that. */
export function linesIn(text: string, thing: () => string): readonly GivenLine[] {
  const named = MAY_BE_NAMED.test(text) ? namedLines(text) : [];
  const rest = named.length === 0 ? text : text.replace(NAMED, "; ");
  const lines = [...named, ...countedLines(rest), ...eastAsianLines(rest)];
  if (named.length > 0) lines.sort((a, b) => text.indexOf(a.name) - text.indexOf(b.name));
  const total = labeledAmount(text, "total");
  const subtotal = labeledAmount(text, "subtotal");
  const listed = withSingles(lines, rest);
  if (listed.length > 0) return asUnitPrices(listed, subtotal ?? total);
  const amount = subtotal ?? total ?? firstAmount(text);
  return amount === undefined ? [] : [{ name: thing(), quantity: 1, price: amount }];
}

function countedLines(text: string): GivenLine[] {
  return [...text.matchAll(COUNTED)].flatMap(([, count = "", name = "", before, after]) =>
    lineOf(name, Number(count), before ?? after),
  );
}

function namedLines(text: string): GivenLine[] {
  return [...text.matchAll(NAMED)].flatMap(([, name = "", count = "", before, after]) =>
    lineOf(name, Number(count), before ?? after),
  );
}

function eastAsianLines(text: string): GivenLine[] {
  return [...text.matchAll(EAST_ASIAN)].flatMap(([, name = "", count = "", before, after]) =>
    lineOf(name, Number(count), before ?? after),
  );
}

/** Adds the lines without a count, for what remains of the text. */
function withSingles(lines: GivenLine[], text: string): readonly GivenLine[] {
  if (lines.length === 0) return lines;
  const rest = text.replace(COUNTED, "; ");
  const singles = [...rest.matchAll(SINGLE)].flatMap(([, name = "", before, after]) =>
    lineOf(name, 1, before ?? after),
  );
  return [...lines, ...singles];
}

function lineOf(name: string, quantity: number, price: string | undefined): GivenLine[] {
  const plain = name
    .trim()
    .replace(ARTICLES, "")
    .replace(/ (?:at|for|zu|je|à)$/iu, "");
  if (price === undefined || quantity === 0 || plain === "" || NOT_A_LINE.test(plain)) return [];
  return [{ name: plain, quantity, price: numberIn(price) }];
}

const CENT = 0.01;

/** Prices that are the lines' totals, because they add up to the sum, become prices of one item. */
function asUnitPrices(lines: readonly GivenLine[], sum: number | undefined): readonly GivenLine[] {
  if (sum === undefined) return lines;
  const plain = lines.reduce((before, { price }) => before + price, 0);
  const multiplied = lines.reduce((before, { price, quantity }) => before + price * quantity, 0);
  if (Math.abs(plain - sum) >= CENT || Math.abs(multiplied - sum) < CENT) return lines;
  return lines.map((line) => ({ ...line, price: line.price / line.quantity }));
}
