import type { Rng } from "../rng.ts";
import { type FormatMaker, type FormatTable, type FormatWriter, fixed } from "./format-parts.ts";
import { digits } from "./pieces.ts";

/** A card number with a valid Luhn check digit, from a range that is not issued to any bank. */
const cardNumber: FormatWriter = (rng, least, most) => {
  const length = most < 16 || least > 16 ? Math.max(13, Math.min(19, Math.max(least, most))) : 16;
  const head = `400000${digits(rng, length - 7)}`;
  return head + luhnDigit(head);
};

function luhnDigit(head: string): number {
  const sum = [...head]
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}

/** A GS1 number, whose digits have the alternating weights 3 and 1 from the right. */
function articleNumber(length: number): FormatMaker {
  return fixed((rng) => {
    const head = `2${digits(rng, length - 2)}`;
    const sum = [...head]
      .reverse()
      .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
    return `${head}${(10 - (sum % 10)) % 10}`;
  });
}

const ALPHA_3 =
  "ARG AUS AUT BEL BRA CAN CHE CHL CHN CZE DEU DNK EGY ESP FIN FRA GBR GRC IDN IND IRL ITA JPN KEN KOR MEX NLD NOR NZL PER POL PRT SWE TUR USA ZAF".split(
    " ",
  );
const NUMERIC =
  "032 036 040 056 076 124 152 156 203 208 246 250 276 300 356 372 380 392 484 528 554 578 604 616 620 710 724 752 756 826 840".split(
    " ",
  );

function among(values: readonly string[]): FormatMaker {
  return fixed((rng: Rng) => rng.pick(values));
}

/** Numbers with a check digit, and codes of registries. */
export const TRADE_FORMATS: FormatTable = {
  creditcard: fixed(cardNumber),
  paymentcardnumber: fixed(cardNumber),
  cardnumber: fixed(cardNumber),
  creditcardnumber: fixed(cardNumber),
  ean: articleNumber(13),
  ean13: articleNumber(13),
  ean8: articleNumber(8),
  upc: articleNumber(12),
  gtin: articleNumber(14),
  countryalpha3: among(ALPHA_3),
  countrycodealpha3: among(ALPHA_3),
  iso3166alpha3: among(ALPHA_3),
  countrynumeric: among(NUMERIC),
  countrynumericcode: among(NUMERIC),
  e164: fixed((rng, least, most) => {
    const length = Math.max(8, Math.min(12, most, 16));
    return `+1202555${digits(rng, Math.max(length, Math.min(least, 16)) - 8)}`;
  }),
};
