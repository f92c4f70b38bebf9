import type { Rng } from "../rng.ts";
import { recipe } from "./format-recipes.ts";
import {
  digits,
  encoderOf,
  type FormatMaker,
  type FormatWords,
  type FormatWriter,
  letters,
  uuid,
} from "./pieces.ts";

type Encoding = "base64" | "base64url";

const VERSION_AT = 14;

/** A UUID of this version (RFC 9562). */
function uuidOf(version: number): FormatMaker {
  return () => (rng) => {
    const text = uuid(rng);
    return text.slice(0, VERSION_AT) + version + text.slice(VERSION_AT + 1);
  };
}

/**
 * Whole groups of four characters encode whole groups of three bytes, so no dialect needs padding.
 */
function encoded(encoding: Encoding): FormatMaker {
  const encode = encoderOf(encoding);
  return (words) => (rng, least, most) => {
    const plain = twoWords(words, rng);
    const usual = Math.min(Math.ceil(plain.length / 3), Math.floor(most / 4));
    const length = 3 * Math.max(Math.ceil(least / 4), usual);
    return encode(plain.slice(0, length) + letters(rng, Math.max(0, length - plain.length)));
  };
}

function twoWords({ words }: FormatWords, rng: Rng): string {
  return `${rng.pick(words)} ${rng.pick(words)}`;
}

/** Header, claims, and signature (RFC 7519). */
const jwt: FormatMaker = (words) => {
  const encode = encoderOf("base64url");
  return (rng) => {
    const claims = { sub: rng.pick(words.words), iat: rng.between(1_700_000_000, 1_790_000_000) };
    const parts = ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(claims), letters(rng, 32)];
    return parts.map(encode).join(".");
  };
};

/** A card number with a valid Luhn check digit, from a range that is not issued to any bank. */
const cardNumber: FormatWriter = (rng, least, most) => {
  const length = Math.max(13, Math.min(19, most, Math.max(least, 16)));
  const head = `400000${digits(rng, length - 7)}`;
  return head + checkDigit(head, (digit) => (digit > 4 ? 2 * digit - 9 : 2 * digit));
};

/** A GS1 number, whose digits have the alternating weights 3 and 1 from the right. */
function articleNumber(length: number): FormatMaker {
  return () => (rng) => {
    const head = `2${digits(rng, length - 2)}`;
    return head + checkDigit(head, (digit) => 3 * digit);
  };
}

/** The digit that makes the sum of all digits a multiple of ten; every second one from the right counts more. */
function checkDigit(head: string, weighted: (digit: number) => number): number {
  const sum = [...head]
    .reverse()
    .map(Number)
    .reduce((total, digit, i) => total + (i % 2 === 0 ? weighted(digit) : digit), 0);
  return (10 - (sum % 10)) % 10;
}

/** A digest of this many bytes in hexadecimal digits and in base64. */
function digest(name: string, bytes: number): [string, FormatMaker][] {
  const inBase64 = (encoding: Encoding): FormatMaker => {
    const encode = encoderOf(encoding);
    return () => (rng) => encode(letters(rng, bytes));
  };
  return [
    [`${name} ${name}hex`, recipe(`[0-9a-f]{${2 * bytes}}`)],
    [`${name}base64`, inBase64("base64")],
    [`${name}base64url`, inBase64("base64url")],
  ];
}

/** A token of this length that starts with a prefix; other lengths are for other bounds. */
function token(head: string, set: string, count: number): FormatMaker {
  return recipe(`${head}${set}{${count}}`, `${head}${set}+`);
}

const [BASE64, LOWER] = ["[A-Za-z0-9]", "[a-z0-9]"];
const DIGESTS = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };
const ALPHA_3 =
  "ARG|AUS|AUT|BEL|BRA|CAN|CHE|CHL|CHN|CZE|DEU|DNK|EGY|ESP|FIN|FRA|GBR|GRC|IDN|IND|IRL|ITA|JPN|KEN|KOR|MEX|NLD|NOR|NZL|PER|POL|PRT|SWE|TUR|USA|ZAF";
const NUMERIC =
  "032|036|040|056|076|124|152|156|203|208|246|250|276|300|356|372|380|392|484|528|554|578|604|616|620|710|724|752|756|826|840";

/** Identifiers, digests, encoded bytes, numbers with a check digit, and codes of registries. */
export const CODE_FORMATS: { readonly [names: string]: FormatMaker } = {
  ...Object.fromEntries(
    [1, 3, 4, 5, 6, 7, 8].map((version) => [`uuid${version}`, uuidOf(version)]),
  ),
  ...Object.fromEntries(Object.entries(DIGESTS).flatMap(([name, bytes]) => digest(name, bytes))),
  ulid: token("01", "[0-9A-HJKMNP-TV-Z]", 24),
  nanoid: token("", "[A-Za-z0-9_-]", 21),
  cuid: token("c", LOWER, 24),
  cuid2: token("k", LOWER, 23),
  xid: token("", "[0-9a-v]", 20),
  ksuid: token("2", BASE64, 26),
  "objectid mongoid": recipe("[0-9a-f]{24}"),
  "hex hexadecimal": recipe("(?:[0-9a-f]{2}){8}", "(?:[0-9a-f]{2})*", "[0-9a-f]*"),
  "base64 base64string base64encoded base64bytes": encoded("base64"),
  byte: encoded("base64"),
  base64url: encoded("base64url"),
  jwt,
  "dataurl datauri": (words) => (rng) =>
    `data:text/plain;base64,${encoderOf("base64")(twoWords(words, rng))}`,
  "creditcard paymentcardnumber cardnumber creditcardnumber": () => cardNumber,
  "ean ean13": articleNumber(13),
  ean8: articleNumber(8),
  upc: articleNumber(12),
  gtin: articleNumber(14),
  "countryalpha3 countrycodealpha3 iso3166alpha3": recipe(`(?:${ALPHA_3})`),
  "countrynumeric countrynumericcode": recipe(`(?:${NUMERIC})`),
};
