import type { Faker } from "@faker-js/faker";
import { faker } from "@faker-js/faker/locale/en";

type FakerClass = new (options: ConstructorParameters<typeof Faker>[0]) => Faker;
type Lists = { readonly [name: string]: readonly string[] };

const MOST = 256;
/** Maximum size of lists that few schemas use and that take a long time to build. */
const FEW = 32;
const SEED = 20300101;

/** Our lists, and lists drawn from the library with a separate seed. */
export function libraryWords(pools: Lists): Lists {
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
