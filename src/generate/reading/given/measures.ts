import { numberIn } from "./amounts.ts";

const WEIGHT: RegExp = /(?<![\d.,])(\d{1,5}(?:[.,]\d{1,3})?) ?(kg|g|lbs?|pounds|oz)(?!\p{L})/iu;
/** In kilograms. */
const WEIGHTS: { readonly [unit: string]: number } = {
  kg: 1,
  g: 0.001,
  lb: 0.453_592,
  lbs: 0.453_592,
  pounds: 0.453_592,
  oz: 0.028_35,
};

/** A number with its unit. */
export type Measured = { readonly value: number; readonly unit: string };

/** The weight that an input states. */
export function weightIn(text: string): Measured | undefined {
  const [, value, unit = ""] = WEIGHT.exec(text) ?? [];
  return value === undefined ? undefined : { value: decimal(value), unit: unit.toLowerCase() };
}

/** A weight in kilograms. */
export function kilograms({ value, unit }: Measured): number {
  return value * (WEIGHTS[unit] ?? 1);
}

const LENGTH_UNIT = "(cm|mm|m|inch(?:es)?|in|ft)(?!\\p{L})";
const SIZE = "(\\d{1,4}(?:[.,]\\d{1,2})?)";
const SIZES: RegExp = new RegExp(
  `${SIZE} ?[x×] ?${SIZE}(?: ?[x×] ?${SIZE})? ?${LENGTH_UNIT}`,
  "iu",
);
const SIDES = {
  width: "width|wide|breite|breit|largeur|ancho|larghezza|幅|宽",
  height: "height|tall|high|höhe|hoch|hauteur|alto|altura|altezza|高さ|高",
  depth:
    "depth|deep|length|long|tiefe|tief|länge|lang|profondeur|fondo|profondità|奥行き?|長さ|深|长",
} as const;

/** A side of a box. */
export type Side = keyof typeof SIDES;

const LABELED = Object.fromEntries(
  Object.entries(SIDES).map(([side, names]) => [
    side,
    new RegExp(
      `(?:${names})[: ]*${SIZE} ?${LENGTH_UNIT}|${SIZE} ?${LENGTH_UNIT}[ -](?:${names})(?!\\p{L}|[: ]*\\d)`,
      "iu",
    ),
  ]),
) as { readonly [side in Side]: RegExp };

const SIZED: RegExp = /\d ?(?:[x×]|[cm]m|m\b|in|ft)/i;

/** A side's length; of three sizes in a row, the last one is the height. */
export function sideIn(text: string, side: Side): Measured | undefined {
  if (!SIZED.test(text)) return undefined;
  const [, size, unit, otherSize, otherUnit] = LABELED[side].exec(text) ?? [];
  const labeled = size ?? otherSize;
  if (labeled !== undefined) return { value: decimal(labeled), unit: unit ?? otherUnit ?? "cm" };
  const [, first, second, third, unitOfAll = "cm"] = SIZES.exec(text) ?? [];
  const sides = third === undefined ? [first, undefined, second] : [first, second, third];
  const value = sides[["width", "depth", "height"].indexOf(side)];
  return value === undefined ? undefined : { value: decimal(value), unit: unitOfAll };
}

/** A number in which a comma is always a decimal point, because sizes are small. */
function decimal(written: string): number {
  return written.includes(",") ? Number(written.replace(",", ".")) : numberIn(written);
}
