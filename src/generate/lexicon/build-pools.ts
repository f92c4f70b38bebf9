import type { Faker } from "@faker-js/faker";
import { faker } from "@faker-js/faker/locale/en";
import { BREEDS } from "./breeds.ts";
import type { Pools } from "./pools.ts";
import { SENTENCE_FRAMES } from "./sentence-frames.ts";
import { WORD_LISTS } from "./word-lists.ts";

type FakerClass = new (options: ConstructorParameters<typeof Faker>[0]) => Faker;
type Draw = () => string;
type Lists<Name extends string = string> = { readonly [name in Name]: readonly string[] };

const POOL_SIZE = 256;
/** Number of names and addresses, which should seldom repeat across rows. */
const MANY = 4096;
/** Size of pools that few schemas use and that take long to build. */
const FEW = 32;
const POOL_SEED = 20300101;
/** After this many duplicates in a row, a pool is considered complete. */
const MOST_MISSES = 60;
const TEXTS_OF_A_FRAME = 10;

/** Builds the pools with their own random generator from the library's lists and ours. */
export function buildPools(): Pools {
  // Uses a separate instance, because other code in this process may use the shared one. The class
  // is not exported without all seventy locales.
  const OwnFaker = faker.constructor as FakerClass;
  const own = new OwnFaker({ locale: faker.rawDefinitions, seed: POOL_SEED });
  const listed = mapped(WORD_LISTS, (text) => text.split("|"));
  const people = peopleOf(own);
  const drawn = { ...people, ...namesOf(people.people, listed.mailHosts), ...library(own) };
  const { cities, words } = listed;
  const firms = people.companies.filter((name) => !name.includes(" - "));
  const entities = alternating([people.people, firms, cities]);
  const names = words.map((word, i) =>
    capitalised(`${word} ${words[(7 * i + 24) % words.length]}`),
  );
  const products = listed.products.map(capitalised);
  // A sentence that names two companies is unreadable if one of them is called "Hill, Reed and
  // Sons".
  const plainFirms = firms.filter((name) => !/,| and /.test(name));
  const fillings = fillingsOf(own, { ...listed, ...drawn, firms: plainFirms });
  const written = mapped(SENTENCE_FRAMES, (text) => sentencesOf(text, fillings));
  const points = alternating([written.strengths, written.weaknesses]);
  const breeds = Object.values(BREEDS).flat();
  const same = {
    inputs: written.sentences,
    quotes: written.remarks,
    replies: written.sentences,
    summaries: written.sentences,
    things: products,
  };
  return {
    ...listed,
    ...drawn,
    ...written,
    ...same,
    breeds,
    entities,
    firms,
    names,
    points,
    products,
  };
}

/**
 * The people and companies that texts mention. The order of these draws affects the contents of the
 * pools.
 */
function peopleOf(own: Faker): Lists<"people" | "companies"> {
  return {
    people: distinct(() => `${own.person.firstName()} ${own.person.lastName()}`),
    companies: distinct(() => own.company.name()),
  };
}

function namesOf(
  people: readonly string[],
  hosts: readonly string[],
): Lists<"emails" | "firstNames" | "fullNames" | "lastNames" | "logins"> {
  const parts = people.map((name) => name.split(" "));
  const firstNames = unique(parts.map(([first = ""]) => first));
  const lastNames = unique(parts.map(([, last = ""]) => last));
  const fullNames = pairs(firstNames, lastNames, MANY);
  const mailboxes = fullNames.map((name) =>
    name
      .toLowerCase()
      .replace(" ", ".")
      .replace(/[^a-z.]/g, ""),
  );
  return {
    emails: unique(mailboxes.map((box, i) => `${box}@${hosts[i % hosts.length]}`)),
    firstNames,
    fullNames,
    lastNames,
    logins: unique(mailboxes.map((box) => box.charAt(0) + box.slice(box.indexOf(".") + 1))).slice(
      0,
      POOL_SIZE,
    ),
  };
}

/**
 * Pairs of first and last items: each first item once, then each with another last item, up to
 * `count`.
 */
function pairs(firsts: readonly string[], lasts: readonly string[], count: number): string[] {
  return unique(
    Array.from({ length: count }, (_, i) => {
      const round = Math.floor(i / firsts.length);
      return `${firsts[i % firsts.length]} ${lasts[(i + round) % lasts.length]}`;
    }),
  );
}

/**
 * The items without duplicates. The set also flattens concatenated strings, which saves time in
 * rows.
 */
function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}

function library(own: Faker) {
  const { animal, book, color, commerce, date, food, location, music, system, vehicle } =
    own.definitions;
  const some = (items: readonly string[]): string[] =>
    own.helpers.shuffle(items).slice(0, POOL_SIZE);
  return {
    albums: some(music.album),
    animals: some(animal.type),
    artists: some(music.artist),
    bookTitles: some(book.title),
    colors: some(color.human),
    counties: some(location.county),
    departments: some(commerce.department),
    dishes: some(food.dish),
    genres: some(book.genre),
    httpMethods: ["DELETE", "GET", "PATCH", "POST", "PUT"],
    ibans: distinct(() => own.finance.iban(), FEW),
    ingredients: some(food.ingredient),
    isbns: distinct(() => own.commerce.isbn(), FEW),
    materials: some(commerce.product_name.material).map((text) => text.toLowerCase()),
    mimeTypes: some(Object.keys(system.mime_type)),
    months: some(date.month.wide),
    songs: some(music.song_name),
    stateCodes: some(location.state_abbr),
    states: some(location.state),
    streets: some(location.street_name),
    userAgents: distinct(() => own.internet.userAgent(), FEW),
    vehicleMakes: some(vehicle.manufacturer),
    weekdays: some(date.weekday.wide),
  };
}

function mapped<Name extends string, Item>(
  items: { readonly [name in Name]: Item },
  map: (item: Item) => readonly string[],
): Lists<Name> {
  const entries = Object.entries<Item>(items).map(([name, item]) => [name, map(item)]);
  return Object.fromEntries(entries) as Lists<Name>;
}

function distinct(draw: Draw, most: number = POOL_SIZE): string[] {
  const found = new Set<string>();
  for (let misses = 0; misses < MOST_MISSES && found.size < most; ) {
    const before = found.size;
    found.add(draw());
    misses = found.size === before ? misses + 1 : 0;
  }
  return [...found];
}

type Fillings = { readonly [gap: string]: Draw };

function fillingsOf(
  own: Faker,
  pools: Lists<
    "cities" | "departments" | "firms" | "industries" | "months" | "people" | "products"
  >,
): Fillings {
  const from = (pool: readonly string[]) => () => own.helpers.arrayElement(pool);
  const between = (min: number, max: number) => () => String(own.number.int({ min, max }));
  return {
    city: from(pools.cities),
    company: from(pools.firms),
    person: from(pools.people),
    department: from(pools.departments),
    industry: from(pools.industries),
    product: from(pools.products),
    month: from(pools.months),
    days: between(2, 12),
    many: between(20, 400),
    percent: between(3, 60),
  };
}

/**
 * Cycles through the frames, with different fillings each time, so that adjacent sentences in the
 * pool differ in topic.
 */
function sentencesOf(text: string, fillings: Fillings): string[] {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.trim());
  const rounds = Array.from({ length: TEXTS_OF_A_FRAME }, () =>
    lines.map((line) => filled(line, fillings)),
  );
  return [...new Set(rounds.flat())];
}

function filled(line: string, fillings: Fillings): string {
  return line.replace(/\{(\w+)\}/g, (_, gap: string) => {
    const draw = fillings[gap];
    if (draw === undefined) throw new RangeError(`Expected a known gap, got \`${gap}\`.`);
    return draw();
  });
}

function alternating(lists: readonly (readonly string[])[]): string[] {
  const length = Math.min(...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

function capitalised(text: string): string {
  return text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
