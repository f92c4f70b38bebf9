/** A city with its region, country, and codes; a region that is never abbreviated has no code. */
export type City = {
  readonly city: string;
  readonly region: string;
  readonly regionCode: string;
  readonly country: string;
  readonly countryCode: string;
};

const TABLE: readonly (readonly [country: string, code: string, cities: string])[] = [
  ["Australia", "AU", "Melbourne:Victoria:VIC|Sydney:New South Wales:NSW"],
  ["Austria", "AT", "Vienna:Vienna"],
  ["Belgium", "BE", "Brussels:Brussels"],
  [
    "Canada",
    "CA",
    "Montreal:Quebec:QC|Ottawa:Ontario:ON|Toronto:Ontario:ON|Vancouver:British Columbia:BC",
  ],
  ["Chile", "CL", "Santiago:Santiago Metropolitan"],
  ["Colombia", "CO", "Bogota:Bogota"],
  ["Czechia", "CZ", "Prague:Prague"],
  ["Denmark", "DK", "Copenhagen:Capital Region"],
  ["Egypt", "EG", "Cairo:Cairo"],
  ["Finland", "FI", "Helsinki:Uusimaa"],
  ["France", "FR", "Paris:Île-de-France|Lyon:Auvergne-Rhône-Alpes"],
  ["Germany", "DE", "Berlin:Berlin|Hamburg:Hamburg|Munich:Bavaria"],
  ["Greece", "GR", "Athens:Attica"],
  ["Hungary", "HU", "Budapest:Budapest"],
  ["India", "IN", "Mumbai:Maharashtra"],
  ["Indonesia", "ID", "Jakarta:Jakarta"],
  ["Ireland", "IE", "Dublin:Leinster"],
  ["Italy", "IT", "Rome:Lazio|Milan:Lombardy"],
  ["Japan", "JP", "Tokyo:Tokyo|Kyoto:Kyoto"],
  ["Kenya", "KE", "Nairobi:Nairobi County"],
  ["Netherlands", "NL", "Amsterdam:North Holland|Rotterdam:South Holland"],
  ["New Zealand", "NZ", "Auckland:Auckland"],
  ["Nigeria", "NG", "Lagos:Lagos State"],
  ["Norway", "NO", "Oslo:Oslo"],
  ["Peru", "PE", "Lima:Lima"],
  ["Poland", "PL", "Warsaw:Masovia"],
  ["Portugal", "PT", "Lisbon:Lisbon|Porto:Porto"],
  ["Singapore", "SG", "Singapore:Central Region"],
  ["South Africa", "ZA", "Cape Town:Western Cape"],
  ["South Korea", "KR", "Seoul:Seoul"],
  ["Spain", "ES", "Madrid:Community of Madrid|Barcelona:Catalonia|Valencia:Valencian Community"],
  ["Sweden", "SE", "Stockholm:Stockholm County"],
  ["Switzerland", "CH", "Zurich:Zurich|Geneva:Geneva"],
  ["Thailand", "TH", "Bangkok:Bangkok"],
  ["Turkey", "TR", "Istanbul:Istanbul"],
  [
    "United Kingdom",
    "GB",
    "London:England|Bristol:England|Leeds:England|Manchester:England|Edinburgh:Scotland",
  ],
  [
    "United States",
    "US",
    "Atlanta:Georgia:GA|Austin:Texas:TX|Boston:Massachusetts:MA|Chicago:Illinois:IL|Dallas:Texas:TX|Denver:Colorado:CO|Philadelphia:Pennsylvania:PA|Portland:Oregon:OR|San Diego:California:CA|Seattle:Washington:WA",
  ],
];

/** Cities of the world with their regions and countries. */
export const PLACES: readonly City[] = TABLE.flatMap(([country, countryCode, cities]) =>
  cities.split("|").map((text) => {
    const [city = "", region = "", regionCode = ""] = text.split(":");
    return { city, region, regionCode, country, countryCode };
  }),
);
