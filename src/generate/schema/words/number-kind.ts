import { nameWords, singularOf } from "./name-words.ts";

/** The range that a number of some name is likely to be in, and its digits after the point. */
export type NumberKind = { readonly min: number; readonly max: number; readonly digits: number };

const kind = (min: number, max: number, digits: number): NumberKind => ({ min, max, digits });

const KINDS: { readonly [word: string]: NumberKind } = {
  age: kind(18, 80, 0),
  amount: kind(5, 900, 2),
  altitude: kind(0, 3000, 0),
  balance: kind(0, 9000, 2),
  budget: kind(1000, 90_000, 0),
  confidence: kind(0, 1, 2),
  cost: kind(1, 900, 2),
  count: kind(0, 50, 0),
  day: kind(1, 28, 0),
  depth: kind(1, 40, 1),
  discount: kind(0, 50, 0),
  distance: kind(1, 500, 1),
  duration: kind(1, 240, 0),
  fee: kind(1, 90, 2),
  height: kind(10, 200, 0),
  hour: kind(0, 23, 0),
  humidity: kind(20, 90, 0),
  id: kind(1000, 99_999, 0),
  index: kind(0, 20, 0),
  latitude: kind(-80, 80, 5),
  lat: kind(-80, 80, 5),
  length: kind(1, 200, 1),
  limit: kind(1, 100, 0),
  lng: kind(-179, 179, 5),
  lon: kind(-179, 179, 5),
  longitude: kind(-179, 179, 5),
  minute: kind(0, 59, 0),
  month: kind(1, 12, 0),
  percent: kind(0, 100, 1),
  percentage: kind(0, 100, 1),
  population: kind(1000, 9_000_000, 0),
  port: kind(1024, 49_151, 0),
  price: kind(1, 500, 2),
  priority: kind(1, 5, 0),
  probability: kind(0, 1, 3),
  quantity: kind(1, 20, 0),
  rank: kind(1, 100, 0),
  rate: kind(0, 20, 2),
  rating: kind(1, 5, 1),
  ratio: kind(0, 1, 3),
  revenue: kind(1000, 900_000, 2),
  salary: kind(25_000, 180_000, 0),
  score: kind(0, 100, 1),
  second: kind(0, 59, 0),
  size: kind(1, 500, 0),
  stock: kind(0, 400, 0),
  tax: kind(0, 200, 2),
  temperature: kind(-10, 40, 1),
  timestamp: kind(1_600_000_000, 1_900_000_000, 0),
  total: kind(10, 2000, 2),
  version: kind(1, 9, 0),
  volume: kind(1, 900, 1),
  weight: kind(1, 120, 1),
  width: kind(10, 2000, 0),
  year: kind(1990, 2030, 0),
  zoom: kind(1, 18, 0),
};

/** The range to choose from where the name says nothing. */
export const ANY_NUMBER: NumberKind = kind(0, 1000, 2);

/** What a number is likely to be, by the name of its property. */
export function numberKindOf(name: string): NumberKind {
  const words = nameWords(name);
  for (const word of [...words].reverse()) {
    for (const form of [word, singularOf(word)]) {
      const found = Object.hasOwn(KINDS, form) ? KINDS[form] : undefined;
      if (found !== undefined) return found;
    }
  }
  return ANY_NUMBER;
}
