import { readdirSync, readFileSync } from "node:fs";
import type { Faker } from "@faker-js/faker";
import { faker } from "@faker-js/faker/locale/en";
import { parse } from "yaml";
import {
  type Descriptions,
  type LanguageWords,
  type Looks,
  NAME_LISTS,
  type Words,
} from "./words.ts";

/** A language's file. The English file also has the lists from which values are drawn. */
type LanguageFile = Omit<LanguageWords, "local"> & {
  readonly local?: Partial<LanguageWords["local"]>;
  readonly pools?: Words["pools"];
};

/** Paths for builds and tests, which run in the root folder. The built program has the words. */
const FOLDER = "data/words";
const LOOKS = "data/names";
const OTHERS = "other-languages.yaml";
const NO_ENGLISH = `Expected \`${FOLDER}\` to contain a word file with \`code: en\`, got none.`;

/** Compiles data/words, data/names, and the word lists of @faker-js/faker. */
export function compileWords(): Words {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".yaml") && name !== OTHERS);
  const files = names.map((name) => read<LanguageFile>(`${FOLDER}/${name}`));
  const english = files.find(({ code }) => code === "en");
  if (english === undefined) throw new RangeError(NO_ENGLISH);
  const lists = read<Looks["lists"]>(`${LOOKS}/lists.yaml`);
  const missing = NAME_LISTS.find((name) => lists[name] === undefined);
  if (missing !== undefined) throw new RangeError(`Expected lists.yaml to have \`${missing}\`.`);
  const places = read<Words["places"]>(`${LOOKS}/places.yaml`);
  const library = libraryWords({ ...english.pools, ...placeNames(places) });
  const { firstNames = [], lastNames = [], streets = [], cities = [] } = library;
  const englishNames: LanguageWords["local"] = {
    given: firstNames,
    family: lastNames,
    person: "{given} {family}",
    firm: "{firms}",
    streets,
    towns: cities,
    address: "{1-240} {streets}, {towns}",
  };
  const completed = ({ local, pools: _, ...rest }: LanguageFile): LanguageWords => ({
    ...rest,
    local: { ...englishNames, ...local },
  });
  return {
    languages: [completed(english), ...files.filter((it) => it !== english).map(completed)],
    others: read(`${FOLDER}/${OTHERS}`),
    pools: library,
    places,
    looks: {
      ...read<Descriptions & Pick<Looks, "formats">>(`${LOOKS}/descriptions.yaml`),
      texts: read(`${LOOKS}/texts.yaml`),
      numbers: read(`${LOOKS}/numbers.yaml`),
      units: read(`${LOOKS}/units.yaml`),
      lists,
      translations: read(`${LOOKS}/translations.yaml`),
    },
  };
}

function placeNames(places: Words["places"]): Words["pools"] {
  return {
    cities: places.flatMap(({ cities }) => Object.keys(cities)).sort(),
    countries: places.map(({ country }) => country),
    countryCodes: places.map(({ code }) => code),
  };
}

function read<Content>(file: string): Content {
  return parse(readFileSync(file, "utf8")) as Content;
}

type FakerClass = new (options: ConstructorParameters<typeof Faker>[0]) => Faker;

const MOST = 256;
/** Maximum size of lists that few schemas use and that take a long time to build. */
const FEW = 32;
const SEED = 20300101;

/** Combines our lists with lists that are drawn from the library with a fixed seed. */
function libraryWords(pools: Words["pools"]): Words["pools"] {
  // Uses a separate instance, because other code in this process may use the shared one. The
  // library exports the class only together with all seventy locales.
  const OwnFaker = faker.constructor as FakerClass;
  const own = new OwnFaker({ locale: faker.rawDefinitions, seed: SEED });
  const drawn = drawnLists(own);
  const { firms, firstNames, lastNames } = drawn;
  const { cities = [], products = [], words = [] } = pools;
  const people = firstNames.map((name, i) => `${name} ${lastNames[i % lastNames.length]}`);
  const boxes = people.map((name) =>
    name
      .toLowerCase()
      .replace(" ", ".")
      .replace(/[^a-z.]/g, ""),
  );
  return {
    ...pools,
    ...drawn,
    emails: boxes.map((box, i) => `${box}@example.${["com", "net", "org"][i % 3]}`),
    logins: boxes.map((box) => box.charAt(0) + box.slice(box.indexOf(".") + 1)),
    entities: cities.flatMap((city, i) => [people[i] ?? city, firms[i] ?? city, city]),
    names: words.map((word, i) => capitalized(`${word} ${words[(7 * i + 24) % words.length]}`)),
    products: products.map(capitalized),
  };
}

function drawnLists(own: Faker) {
  const { animal, book, color, commerce, date, food, location, music, system, vehicle } =
    own.definitions;
  const some = (items: readonly string[]): string[] => own.helpers.shuffle(items).slice(0, MOST);
  return {
    firstNames: distinct(() => own.person.firstName()),
    lastNames: distinct(() => own.person.lastName()),
    firms: distinct(() => own.company.name()).filter((name) => !name.includes(" - ")),
    albums: some(music.album),
    animals: some(animal.type),
    artists: some(music.artist),
    bookTitles: some(book.title),
    colors: some(color.human),
    counties: some(location.county),
    dishes: some(food.dish),
    genres: some(book.genre),
    ibans: distinct(() => own.finance.iban(), FEW),
    ingredients: some(food.ingredient),
    isbns: distinct(() => own.commerce.isbn(), FEW),
    materials: some(commerce.product_name.material).map((text) => text.toLowerCase()),
    mimeTypes: some(Object.keys(system.mime_type)),
    months: some(date.month.wide),
    productCategories: some(commerce.department),
    songs: some(music.song_name),
    stateCodes: some(location.state_abbr),
    states: some(location.state),
    streets: some(location.street_name),
    userAgents: distinct(() => own.internet.userAgent(), FEW),
    vehicleMakes: some(vehicle.manufacturer),
    weekdays: some(date.weekday.wide),
  };
}

function distinct(draw: () => string, most: number = MOST): string[] {
  const found = new Set<string>();
  for (let tries = 0; tries < 2 * most && found.size < most; tries++) found.add(draw());
  return [...found];
}

function capitalized(text: string): string {
  return text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
