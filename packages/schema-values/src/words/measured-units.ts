/** Units, and the words in names of what they measure; both separated by bars. */
const TABLE: readonly (readonly [string, string])[] = [
  [
    "cm|mm|in|m|ft|inches|meters|centimeters",
    "dimension|width|height|length|depth|diameter|thickness|radius|size|circumference",
  ],
  ["kg|g|lb|lbs|oz|kilograms|grams|pounds", "weight|mass|load"],
  ["°C|°F|C|F|celsius|fahrenheit", "temperature|temp"],
  ["g|ml|cups|tablespoons|teaspoons|pieces|tbsp|tsp|cup|kg|l", "ingredient|recipe"],
  ["l|ml|gal|liters", "volume|capacity"],
  ["km|mi|m|miles|kilometers", "distance|mileage|range"],
  ["minutes|hours|days|seconds|min|h|s|weeks|months|years", "duration|time|interval|period|age"],
  ["km/h|mph|m/s", "speed|velocity"],
  ["m²|sqm|ft²|sqft|m2|ft2", "area|surface"],
  ["mg|ml|tablets|mcg|g", "dose|dosage|medication|drug|medicine|strength"],
  ["mg/dL|mmol/L|g/dL|U/L", "test|lab|analyte|glucose|cholesterol|biomarker"],
  ["bpm", "pulse|heart"],
  ["mmHg", "systolic|diastolic|pressure"],
  ["kcal|kJ", "energy|calorie"],
  ["MB|KB|GB|bytes", "file|memory|storage|disk"],
  ["V", "voltage"],
  ["W|kW", "power|wattage"],
  ["pieces|hours|kg|boxes|units|pcs|each|piece|hour", "price|product|item|sku|quantity|service"],
];

const UNITS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.flatMap(([units, names]) =>
    names.split("|").map((name): [string, readonly string[]] => [name, units.split("|")]),
  ),
);

/** The order in which the names of an object's properties are considered. */
const RANKS: ReadonlyMap<string, number> = new Map(
  TABLE.flatMap(([, names], rank) =>
    names.split("|").map((name): [string, number] => [name, rank]),
  ),
);

/** Units of what one of the words measures, the most usual first; undefined if none is known. */
export function unitsFor(words: readonly string[]): readonly string[] | undefined {
  const known = words.filter((word) => UNITS.has(word));
  const [first] = known.sort((a, b) => (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0));
  return first === undefined ? undefined : UNITS.get(first);
}
