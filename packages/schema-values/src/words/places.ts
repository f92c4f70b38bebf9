import type { Rng } from "../rng.ts";

/**
 * A city with its region, country, and codes; a region that is never abbreviated has no code.
 */
export type City = {
  readonly city: string;
  readonly region: string;
  readonly regionCode: string;
  readonly country: string;
  readonly countryCode: string;
  /** The ISO 4217 code. */
  readonly currency: string;
  /** The form of its postcodes: `#` is a digit, `9` one other than 0, `A` a letter. */
  readonly postcodes: string;
};

const TABLE: readonly (readonly [
  country: string,
  code: string,
  currency: string,
  postcodes: string,
  cities: string,
])[] = [
  ["Australia", "AU", "AUD", "9###", "Melbourne:Victoria:VIC|Sydney:New South Wales:NSW"],
  ["Austria", "AT", "EUR", "9###", "Vienna:Vienna"],
  ["Belgium", "BE", "EUR", "9###", "Brussels:Brussels"],
  [
    "Canada",
    "CA",
    "CAD",
    "A9A 9A9",
    "Montreal:Quebec:QC|Ottawa:Ontario:ON|Toronto:Ontario:ON|Vancouver:British Columbia:BC",
  ],
  ["Chile", "CL", "CLP", "9######", "Santiago:Santiago Metropolitan"],
  ["Colombia", "CO", "COP", "11####", "Bogota:Bogota"],
  ["Czechia", "CZ", "CZK", "1## ##", "Prague:Prague"],
  ["Denmark", "DK", "DKK", "9###", "Copenhagen:Capital Region"],
  ["Egypt", "EG", "EGP", "9####", "Cairo:Cairo"],
  ["Finland", "FI", "EUR", "9####", "Helsinki:Uusimaa"],
  ["France", "FR", "EUR", "9####", "Paris:Île-de-France|Lyon:Auvergne-Rhône-Alpes"],
  ["Germany", "DE", "EUR", "9####", "Berlin:Berlin|Hamburg:Hamburg|Munich:Bavaria"],
  ["Greece", "GR", "EUR", "9## ##", "Athens:Attica"],
  ["Hungary", "HU", "HUF", "9###", "Budapest:Budapest"],
  ["India", "IN", "INR", "9#####", "Mumbai:Maharashtra"],
  ["Indonesia", "ID", "IDR", "9####", "Jakarta:Jakarta"],
  ["Ireland", "IE", "EUR", "D## AA##", "Dublin:Leinster"],
  ["Italy", "IT", "EUR", "9####", "Rome:Lazio|Milan:Lombardy"],
  ["Japan", "JP", "JPY", "9##-####", "Tokyo:Tokyo|Kyoto:Kyoto"],
  ["Kenya", "KE", "KES", "9####", "Nairobi:Nairobi County"],
  ["Netherlands", "NL", "EUR", "9### AA", "Amsterdam:North Holland|Rotterdam:South Holland"],
  ["New Zealand", "NZ", "NZD", "9###", "Auckland:Auckland"],
  ["Nigeria", "NG", "NGN", "9#####", "Lagos:Lagos State"],
  ["Norway", "NO", "NOK", "9###", "Oslo:Oslo"],
  ["Peru", "PE", "PEN", "150##", "Lima:Lima"],
  ["Poland", "PL", "PLN", "9#-###", "Warsaw:Masovia"],
  ["Portugal", "PT", "EUR", "9###-###", "Lisbon:Lisbon|Porto:Porto"],
  ["Singapore", "SG", "SGD", "9#####", "Singapore:Central Region"],
  ["South Africa", "ZA", "ZAR", "9###", "Cape Town:Western Cape"],
  ["South Korea", "KR", "KRW", "9####", "Seoul:Seoul"],
  [
    "Spain",
    "ES",
    "EUR",
    "9####",
    "Madrid:Community of Madrid|Barcelona:Catalonia|Valencia:Valencian Community",
  ],
  ["Sweden", "SE", "SEK", "9## ##", "Stockholm:Stockholm County"],
  ["Switzerland", "CH", "CHF", "9###", "Zurich:Zurich|Geneva:Geneva"],
  ["Thailand", "TH", "THB", "9####", "Bangkok:Bangkok"],
  ["Turkey", "TR", "TRY", "9####", "Istanbul:Istanbul"],
  [
    "United Kingdom",
    "GB",
    "GBP",
    "AA9 9AA",
    "London:England|Bristol:England|Leeds:England|Manchester:England|Edinburgh:Scotland",
  ],
  [
    "United States",
    "US",
    "USD",
    "9####",
    "Atlanta:Georgia:GA|Austin:Texas:TX|Boston:Massachusetts:MA|Chicago:Illinois:IL|Dallas:Texas:TX|Denver:Colorado:CO|Philadelphia:Pennsylvania:PA|Portland:Oregon:OR|San Diego:California:CA|Seattle:Washington:WA",
  ],
];

/** Cities of the world with their regions and countries. */
export const PLACES: readonly City[] = TABLE.flatMap(
  ([country, countryCode, currency, postcodes, cities]) =>
    cities.split("|").map((text) => {
      const [city = "", region = "", regionCode = ""] = text.split(":");
      return { city, region, regionCode, country, countryCode, currency, postcodes };
    }),
);

/** A postcode in a country's form. */
export function postcodeIn({ postcodes }: City, rng: Rng): string {
  return postcodes.replace(/[#9A]/g, (sign) => {
    if (sign === "A") return POSTAL_LETTERS.charAt(rng.below(POSTAL_LETTERS.length));
    return String(sign === "9" ? rng.between(1, 9) : rng.below(10));
  });
}

/** Letters that postcodes of all countries contain. */
const POSTAL_LETTERS = "ABEHJKLNPRST";
