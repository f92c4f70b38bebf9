import type { GivenNumber, GivenText } from "../../lexicon/given-values.ts";
import { firstAmount, labeledAmount, taxRateIn } from "./amounts.ts";
import { statedCode } from "./codes.ts";
import { statedDay } from "./days.ts";
import { kilograms, sideIn, weightIn } from "./measures.ts";
import { buyerIn, sellerIn, senderIn, streetAddressIn, termsIn, yearsIn } from "./parties.ts";
import { brandIn, colorIn, materialIn } from "./product.ts";

type TextReader = (text: string) => string | undefined;
type NumberReader = (text: string) => number | undefined;

const TEXTS: { readonly [given in GivenText]: TextReader } = {
  account: (text) => statedCode(text, "account"),
  address: streetAddressIn,
  brand: brandIn,
  buyer: buyerIn,
  color: colorIn,
  customer: (text) => statedCode(text, "customer"),
  due: (text) => statedDay(text, true),
  flight: (text) => statedCode(text, "flight"),
  invoice: (text) => statedCode(text, "invoice"),
  issued: (text) => statedDay(text, false),
  lengthUnit: (text) => (sideIn(text, "width") ?? sideIn(text, "height"))?.unit,
  material: materialIn,
  order: (text) => statedCode(text, "order"),
  policy: (text) => statedCode(text, "policy"),
  product: (text) => statedCode(text, "product"),
  seller: sellerIn,
  sender: senderIn,
  terms: termsIn,
  ticket: (text) => statedCode(text, "ticket"),
  tracking: (text) => statedCode(text, "tracking"),
  vat: (text) => statedCode(text, "vat"),
};

const NUMBERS: { readonly [given in GivenNumber]: NumberReader } = {
  depth: (text) => sideIn(text, "depth")?.value,
  discount: (text) => partOfTotal(text, "discount"),
  height: (text) => sideIn(text, "height")?.value,
  price: (text) => firstAmount(text),
  shipping: (text) => partOfTotal(text, "shipping"),
  subtotal: (text) => labeledAmount(text, "subtotal"),
  tax: (text) => partOfTotal(text, "tax"),
  taxRate: taxRateOf,
  total: (text) => labeledAmount(text, "total") ?? firstAmount(text),
  weight: (text) => {
    const weight = weightIn(text);
    return weight && kilograms(weight);
  },
  width: (text) => sideIn(text, "width")?.value,
  years: yearsIn,
};

/** An amount that changes a total; 0 if the input states an amount, but not this one. */
function partOfTotal(text: string, part: "discount" | "shipping" | "tax"): number | undefined {
  return labeledAmount(text, part) ?? (firstAmount(text) === undefined ? undefined : 0);
}

/** The stated percentage, or the one that follows from the amounts. */
function taxRateOf(text: string): number | undefined {
  const stated = taxRateIn(text);
  if (stated !== undefined) return stated;
  const [tax, net] = [partOfTotal(text, "tax"), labeledAmount(text, "subtotal")];
  if (tax === undefined || tax === 0) return tax;
  return net === undefined ? undefined : Math.round((tax / net) * 1000) / 10;
}

const AMOUNTS: ReadonlySet<GivenNumber> = new Set([
  "discount",
  "price",
  "shipping",
  "subtotal",
  "tax",
  "taxRate",
  "total",
]);
const DIGIT: RegExp = /\d/;
/** Texts that contain no digit. */
const WORDS: ReadonlySet<GivenText> = new Set([
  "brand",
  "buyer",
  "color",
  "material",
  "seller",
  "sender",
  "terms",
]);

/** A value that an input states, such as the number of an order. */
export function givenText(text: string, given: GivenText): string | undefined {
  return WORDS.has(given) || DIGIT.test(text) ? TEXTS[given](text) : undefined;
}

/** Whether a number is an amount, which inputs without signs of amounts don't state. */
export function isAmount(given: GivenNumber): boolean {
  return AMOUNTS.has(given);
}

/** A number that an input states. */
export function givenNumber(text: string, given: GivenNumber): number | undefined {
  return DIGIT.test(text) ? NUMBERS[given](text) : undefined;
}
