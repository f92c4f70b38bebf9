import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { libraryWords } from "./library-words.ts";
import type { Descriptions, LanguageWords, Looks, OtherLanguage, Words } from "./words.ts";

/** A language's file. The English one also has the lists from which values are drawn. */
type LanguageFile = Omit<LanguageWords, "local"> & {
  readonly people?: Pick<LanguageWords["local"], "given" | "family" | "person" | "firm">;
  readonly places?: Pick<LanguageWords["local"], "streets" | "towns" | "address">;
  readonly pools?: Words["pools"];
};

/** Relative to the working directory of builds and tests; the built program contains the words. */
const FOLDER = "data/words";
const LOOKS = "data/names";
const OTHERS = "other-languages.yaml";

/** Compiles data/words, data/names, and the word lists of @faker-js/faker. */
export function compileWords(): Words {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".yaml") && name !== OTHERS);
  const files = names.map((name) => read<LanguageFile>(`${FOLDER}/${name}`));
  const english = files.find(({ code }) => code === "en");
  if (english === undefined) throw new RangeError(`Expected ${FOLDER} to contain English.`);
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
  const ordered = [english, ...files.filter((file) => file !== english)];
  return {
    languages: ordered.map(({ people, places, pools: _, ...rest }) => ({
      ...rest,
      local: { ...englishNames, ...people, ...places },
    })),
    others: read<readonly OtherLanguage[]>(`${FOLDER}/${OTHERS}`),
    pools: library,
    places,
    looks: {
      ...read<Descriptions & Pick<Looks, "formats">>(`${LOOKS}/descriptions.yaml`),
      texts: read(`${LOOKS}/texts.yaml`),
      numbers: read(`${LOOKS}/numbers.yaml`),
      units: read(`${LOOKS}/units.yaml`),
      lists: read(`${LOOKS}/lists.yaml`),
      translations: read(`${LOOKS}/translations.yaml`),
    },
  };
}

function placeNames(places: Words["places"]): Words["pools"] {
  return {
    cities: places.flatMap((place) => place.cities).sort(),
    countries: places.map(({ country }) => country),
    countryCodes: places.map(({ code }) => code),
  };
}

function read<Content>(file: string): Content {
  return parse(readFileSync(file, "utf8")) as Content;
}
