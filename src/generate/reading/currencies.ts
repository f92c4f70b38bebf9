/** ISO 4217 codes, and signs of amounts in these currencies. */
const CURRENCIES: readonly (readonly [string, RegExp])[] = [
  ["EUR", /€|\bEUR\b|\b[Ee]uros?\b/],
  ["GBP", /£|\bGBP\b/],
  ["CHF", /\bCHF\b/],
  ["USD", /\$|\bUSD\b|\b[Dd]ollars?\b/],
  ["JPY", /\d ?円|[¥￥]|\bJPY\b/],
  ["CNY", /\d ?元|\bCNY\b/],
  ["KRW", /\d ?원|₩|\bKRW\b/],
  ["INR", /₹|\bINR\b/],
];
/** A sign of an amount in any of them. */
const SIGN: RegExp =
  /[$€£¥￥₹₩]|\d ?[円元원]|\b(?:EUR|USD|GBP|CHF|JPY|CNY|INR|KRW|[Ee]uros?|[Dd]ollars?)\b/;

/** The currency of an amount in an input; undefined if it has no sign of one. */
export function currencyIn(text: string): string | undefined {
  if (!SIGN.test(text)) return undefined;
  return CURRENCIES.find(([, sign]) => sign.test(text))?.[0];
}
