import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { Rng } from "../../rng.ts";
import { type City, PLACES, postcodeIn } from "../../words/places.ts";
import { type ObjectDraft, setProperty } from "../set-property.ts";
import { type Agreement, type Property, together } from "./property.ts";

/** What a detail is in a place; undefined if the place doesn't determine it. */
type Detail = (place: City, before: string, rng: Rng) => string | undefined;

const DETAILS: readonly (readonly [string, Detail])[] = [
  [
    "postcode|postal code|postalcode|zip|zip code|zipcode|plz|postleitzahl|code postal|codigo postal|codice postale|cep",
    (place, _, rng) => postcodeIn(place, rng),
  ],
  ["currency|currency code|wahrung|devise|moneda|valuta|moeda", ({ currency }) => currency],
  [
    "address|full address|street address|mailing address|postal address|address line|adresse|anschrift|direccion|indirizzo|endereco",
    ({ city }, before) => addressIn(city, before),
  ],
];

/** An address in East Asian letters, which starts with the town. */
const TOWN_FIRST: RegExp = /^[\u3041-\ud7a3][^\d,]*(?=\d)/;

/** The same address in another city; undefined if it names that city, or can't be divided. */
function addressIn(city: string, address: string): string | undefined {
  if (address.includes(city)) return undefined;
  if (address.includes(", ")) return `${address.split(", ", 1)[0]}, ${city}`;
  return TOWN_FIRST.test(address) ? address.replace(TOWN_FIRST, `${city} `) : undefined;
}

const PLACE_NAMES: ReadonlyMap<string, readonly (keyof City)[]> = new Map([
  ...named("city|town|city name|municipality|locality|stadt|ort|ville|ciudad|citta|cidade", [
    "city",
  ]),
  ...named("country|country name|nation|country code|land|pays|pais|paese", [
    "country",
    "countryCode",
  ]),
]);

function named(names: string, forms: readonly (keyof City)[]): [string, readonly (keyof City)[]][] {
  return names.split("|").map((name) => [name, forms]);
}

/** Makes postcodes, currencies, and addresses match their city or country. */
export function placeDetailAgreement(properties: readonly Property[]): Agreement | undefined {
  const places = properties.flatMap((property) => partsOf(property, [...PLACE_NAMES.keys()]));
  const agreements = DETAILS.flatMap(([names, detail]) =>
    properties
      .flatMap((property) => partsOf(property, names.split("|")))
      .flatMap((it) => {
        const own = places.filter((place) => place.of === it.of);
        if (own.length > 0) return [agreementOf(it.property, detail, own)];
        // A currency belongs to the only place that there is, even if that is an object of its own.
        const isCurrency = names.startsWith("currency");
        const isAlone = places.length === 0 && properties.length < 2;
        return isCurrency && !isAlone ? [agreementOf(it.property, detail, places)] : [];
      }),
  );
  return together(agreements);
}

type Part = { readonly property: Property; readonly of: string; readonly name: string };

/** A property whose name ends with one of these, and what precedes that. */
function partsOf(property: Property, names: readonly string[]): Part[] {
  const whole = property.words.join(" ");
  const name = names
    .filter((it) => whole === it || whole.endsWith(` ${it}`))
    .sort((a, b) => b.length - a.length)[0];
  if (name === undefined) return [];
  return [{ property, name, of: whole.slice(0, whole.length - name.length).trim() }];
}

function agreementOf(property: Property, detail: Detail, places: readonly Part[]): Agreement {
  return (out, { rng }) => {
    const before = out[property.key];
    const place = typeof before === "string" ? placeIn(out, places) : undefined;
    if (place === undefined || typeof before !== "string") return;
    const value = detail(place, before, rng);
    if (value !== undefined && property.fits(value)) setProperty(out, property.key, value);
  };
}

/** The first place of ours that an object names, itself or in an object that it contains. */
function placeIn(out: ObjectDraft, places: readonly Part[]): City | undefined {
  for (const { property, name } of places) {
    const found = placeCalled(out[property.key], name);
    if (found !== undefined) return found;
  }
  return places.length > 0 ? undefined : placeBelow(out);
}

function placeBelow(out: JsonObject): City | undefined {
  for (const value of Object.values(out)) {
    if (!isJsonObject(value)) continue;
    for (const [key, part] of Object.entries(value)) {
      const found = placeCalled(part, key.toLowerCase().replaceAll("_", " "));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function placeCalled(value: JsonValue | undefined, name: string): City | undefined {
  const forms = PLACE_NAMES.get(name);
  return forms === undefined || typeof value !== "string"
    ? undefined
    : PLACES.find((place) => forms.some((form) => place[form] === value));
}
