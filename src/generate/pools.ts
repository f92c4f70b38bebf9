import type { Faker } from "@faker-js/faker";

/** Words and names that rows choose from: the same lists, in the same order, in every process. */
export type Pools = {
  readonly nouns: readonly string[];
  readonly adjectives: readonly string[];
  readonly adverbs: readonly string[];
  readonly people: readonly string[];
  readonly companies: readonly string[];
  readonly phrases: readonly string[];
};

type FakerClass = new (options: ConstructorParameters<typeof Faker>[0]) => Faker;

const POOL_SIZE = 256;
const POOL_SEED = 20300101;

let building: Promise<Pools> | undefined;

/** The pools, built at the first call: the library behind them takes tens of milliseconds to load. */
export function loadPools(): Promise<Pools> {
  building ??= buildPools();
  return building;
}

async function buildPools(): Promise<Pools> {
  const { faker } = await import("@faker-js/faker/locale/en");
  // An instance of our own: the shared one belongs to whoever else imports the library in this
  // process, and its class is not exported without all seventy locales.
  const OwnFaker = faker.constructor as FakerClass;
  const own = new OwnFaker({ locale: faker.rawDefinitions, seed: POOL_SEED });
  return {
    nouns: distinct(() => own.word.noun({ length: { min: 4, max: 10 } })),
    adjectives: distinct(() => own.word.adjective({ length: { min: 4, max: 10 } })),
    adverbs: distinct(() => own.word.adverb({ length: { min: 5, max: 12 } })),
    people: distinct(() => `${own.person.firstName()} ${own.person.lastName()}`),
    companies: distinct(() => own.company.name()),
    phrases: distinct(() => own.company.catchPhrase().toLowerCase()),
  };
}

function distinct(draw: () => string): string[] {
  const found = new Set<string>();
  // A list may hold fewer words than the pool wants: the draws end, the pool is smaller.
  for (let i = 0; i < POOL_SIZE * 8 && found.size < POOL_SIZE; i++) found.add(draw());
  return [...found];
}
