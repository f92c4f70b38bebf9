import type { Scan } from "../../text/scan.ts";
import { scannedInLowerCase } from "../../text/scan.ts";
import type { Spans } from "../../text/spans.ts";
import { WordIndex } from "../../text/word-index.ts";
import { isCapital } from "../../text/word-runs.ts";

const COLORS = new WordIndex(
  "black white gray grey silver gold golden red blue navy green olive yellow orange purple violet pink brown beige ivory cream turquoise teal burgundy maroon khaki schwarz weiß grau silber silbern rot blau dunkelblau hellblau dunkelgrün grün gelb lila rosa braun noir blanc blanche gris rouge bleu vert jaune marron negro blanco rojo azul verde amarillo nero bianco rosso giallo".split(
    " ",
  ),
);
const EAST_ASIAN_COLOR: RegExp =
  /(ブラック|ホワイト|シルバー|グレー|レッド|ブルー|ネイビー|グリーン|ピンク|ベージュ|ブラウン|黒|白|赤|青|緑|黄色|灰色|紺|茶色|黑色|白色|红色|蓝色|绿色|银色|검정|흰색|빨강|파랑|회색)/u;
const SHADES: ReadonlySet<string> = new Set(
  "dark light deep bright forest navy royal sky rose space matte midnight charcoal".split(" "),
);
const MATERIALS = new WordIndex(
  "cotton polyester wool leather linen silk nylon denim fleece cashmere bamboo oak walnut pine teak beech maple mahogany wood steel aluminium aluminum brass iron copper titanium plastic silicone rubber glass ceramic porcelain marble acrylic baumwolle leder leinen wolle seide eiche buche kiefer nussbaum holz edelstahl stahl kunststoff glas keramik coton cuir laine bois acier verre algodón cuero lana madera acero vidrio cotone pelle legno acciaio vetro".split(
    " ",
  ),
);
const EAST_ASIAN_MATERIAL: RegExp =
  /((?:オーガニック)?コットン|綿|ウール|本革|レザー|シルク|天然木(?:オーク)?|木製|ステンレス|アルミ|プラスチック|ガラス|陶器|ポリエステル|纯棉|真皮|实木|不锈钢|玻璃|塑料)/u;
const QUALITIES: ReadonlySet<string> = new Set(
  "solid recycled organic stainless genuine merino massiver massive massives massivem echtes echtem".split(
    " ",
  ),
);
const EAST_ASIAN: RegExp = /[\u3041-\ud7a3]/;

/** The color that an input names. */
export function colorIn(text: string): string | undefined {
  return namedIn(text, COLORS, SHADES) ?? eastAsian(EAST_ASIAN_COLOR, text);
}

/** The material that an input names. */
export function materialIn(text: string): string | undefined {
  return namedIn(text, MATERIALS, QUALITIES) ?? eastAsian(EAST_ASIAN_MATERIAL, text);
}

/** The first of some words, with a word before it that says more. */
function namedIn(text: string, words: WordIndex, before: ReadonlySet<string>): string | undefined {
  const scan = scannedInLowerCase(text);
  const at = words.firstIn(scan);
  if (at < 0) return undefined;
  const { runs, lower } = scan;
  const isMore = at > 0 && before.has(lower.slice(runs.start(at - 1), runs.end(at - 1)));
  return text.slice(runs.start(isMore ? at - 1 : at), runs.end(at));
}

function eastAsian(pattern: RegExp, text: string): string | undefined {
  return EAST_ASIAN.test(text) ? pattern.exec(text)?.[1] : undefined;
}

const BRAND_WORDS = new WordIndex("brand marke marque marca manufacturer hersteller".split(" "));
const BRAND: RegExp = /^(?::| is| ist)? ?(\p{Lu}[\p{L}\d&'’-]*(?: \p{Lu}[\p{L}\d&'’-]*)?)/u;
const EAST_ASIAN_BRAND: RegExp =
  /(?:メーカー|ブランド)[:：]?([^\s、。]{2,12})|^([\p{Script=Katakana}ー]{3,}|[\p{Script=Han}]{2,6})[ 　]/u;
const DETERMINERS = new WordIndex(
  "the this my our new a an of der die das den von by from bought".split(" "),
);
/** Words that products begin with, and that are not brands. */
const PLAIN: ReadonlySet<string> = new Set(
  "A An The This My New Original Genuine Premium Professional Classic Vintage Organic Natural Handmade Portable Wireless Cordless Electric Digital Smart Large Small Mini Set Pack Men Women Kids Ladies Unisex Black White Red Blue Green Three Two One Five Four Invoice Order Dear Hello Hi Thank Thanks Great Super Tolles Toller Tolle Damen Herren Kinder Neue Neuer Neues Die Der Das Ein Eine Mein Meine Sehr Leider Nie Bestellung Rechnung Review Stainless Solid Leather Wooden Cotton Ethiopian Italian French German Spanish Japanese Chinese Korean English American Swiss".split(
    " ",
  ),
);

/** The brand of a product that an input describes. */
export function brandIn(text: string): string | undefined {
  const scan = scannedInLowerCase(text);
  const label = BRAND_WORDS.firstIn(scan);
  const named = label < 0 ? undefined : BRAND.exec(text.slice(scan.runs.end(label)))?.[1];
  if (named !== undefined) return named;
  const at = beforeModel(text, scan);
  if (at >= 0) return text.slice(scan.runs.start(at), scan.runs.end(at));
  const match = EAST_ASIAN.test(text) ? EAST_ASIAN_BRAND.exec(text) : null;
  return match?.[1] ?? match?.[2];
}

/** The place of a capitalized word at the start, or after a determiner, before another one or the name of a model. */
function beforeModel(text: string, scan: Scan): number {
  for (let at = 0; at >= 0; ) {
    if (isBrandAt(text, scan, at)) return at;
    const determiner = DETERMINERS.firstIn(scan, at);
    at = determiner < 0 ? -1 : determiner + 1;
  }
  return -1;
}

function isBrandAt(text: string, { runs }: Scan, at: number): boolean {
  if (at + 1 >= runs.length) return false;
  const [start, end, next] = [runs.start(at), runs.end(at), runs.start(at + 1)];
  if (!isCapital(text.charCodeAt(start)) || !/^(?: |['’]s )$/.test(text.slice(end, next)))
    return isPossessive(text, runs, at);
  if (PLAIN.has(text.slice(start, end))) return false;
  return isCapital(text.charCodeAt(next)) || /\d/.test(text.slice(next, runs.end(at + 1)));
}

/** Whether the word is a name such as "Levi's" before a number or another name. */
function isPossessive(text: string, runs: Spans, at: number): boolean {
  const [start, next] = [runs.start(at), runs.start(at + 2)];
  const isName = isCapital(text.charCodeAt(start)) && /['’]s $/.test(text.slice(start, next));
  return isName && at + 2 < runs.length && /^[\p{Lu}\d]/u.test(text.charAt(next));
}
