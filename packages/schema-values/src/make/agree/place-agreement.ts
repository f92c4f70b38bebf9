import type { JsonValue } from "../../json.ts";
import { type City, PLACES } from "../../words/places.ts";
import type { Making } from "../making.ts";
import { type ObjectDraft, setProperty } from "../set-property.ts";
import { type Agreement, type Property, together } from "./property.ts";

type Form = Exclude<keyof City, "currency" | "postcodes">;

/** The roles that the last words of a name indicate. */
const ROLES: readonly (readonly [readonly Form[], string])[] = [
  [["countryCode"], "country code|country iso|countrycode|iso country"],
  [["country", "countryCode"], "country|country name|nation|land|pays|pais|paese"],
  [["regionCode"], "state code|province code|state abbreviation"],
  [["region", "regionCode"], "state|province|region|bundesland|provincia|estado"],
  [["city"], "city|town|city name|municipality|locality|stadt|ort|ville|ciudad|citta|cidade"],
];

/** Recipes for codes, whose names often don't mention "code". */
const CODES: ReadonlySet<string> = new Set(["{countryCodes}", "{stateCodes}"]);

type Member = { readonly property: Property; readonly form: Form };

/** Makes a city, its region, and its country match. */
export function placeAgreement(properties: readonly Property[]): Agreement | undefined {
  const groups = new Map<string, { property: Property; forms: readonly Form[] }[]>();
  for (const property of properties) {
    const role = roleOf(property);
    if (role === undefined) continue;
    groups.set(role.of, [...(groups.get(role.of) ?? []), { property, forms: role.forms }]);
  }
  const agreements = [...groups.values()].flatMap((group) => onePlace(group) ?? []);
  return together(agreements);
}

/** The part of a place that a property describes, and the place's role. */
function roleOf({ words, recipe }: Property): { of: string; forms: readonly Form[] } | undefined {
  for (const [forms, names] of ROLES) {
    for (const name of names.split("|")) {
      const tail = name.split(" ");
      const head = words.slice(0, Math.max(0, words.length - tail.length));
      if (words.slice(head.length).join(" ") !== name) continue;
      const isCode = CODES.has(recipe ?? "");
      return { of: head.join(" "), forms: isCode ? [...forms].reverse() : forms };
    }
  }
  return undefined;
}

function onePlace(
  group: readonly { property: Property; forms: readonly Form[] }[],
): Agreement | undefined {
  if (group.length < 2) return undefined;
  const members = group.flatMap(({ property, forms }) => {
    const form = forms.find((it) =>
      PLACES.some((place) => isAllowed(place, { property, form: it })),
    );
    return form === undefined ? [] : [{ property, form }];
  });
  const places = PLACES.filter((place) => members.every((member) => isAllowed(place, member)));
  if (members.length < group.length || places.length === 0) return undefined;
  // The most specific part comes first.
  const order: readonly Form[] = ["city", "regionCode", "region", "countryCode", "country"];
  const sorted = [...members].sort((a, b) => order.indexOf(a.form) - order.indexOf(b.form));
  const known = new Map(sorted.map(({ form }) => [form, placesBy(form, places)]));
  return (out, making) => settle(out, making, { members: sorted, places, known });
}

function isAllowed(place: City, { property, form }: Member): boolean {
  return place[form] !== "" && property.fits(place[form]);
}

type PlacesByName = ReadonlyMap<JsonValue | undefined, readonly City[]>;

function placesBy(form: Form, places: readonly City[]): PlacesByName {
  const found = new Map<string, City[]>();
  for (const place of places) {
    const same = found.get(place[form]);
    if (same === undefined) found.set(place[form], [place]);
    else same.push(place);
  }
  return found;
}

type Settling = {
  readonly members: readonly Member[];
  readonly places: readonly City[];
  /** The places by each form that a member has. */
  readonly known: ReadonlyMap<Form, PlacesByName>;
};

function settle(out: ObjectDraft, { rng }: Making, { members, places, known }: Settling): void {
  const there = members.filter(({ property }) => typeof out[property.key] === "string");
  const [first] = there;
  if (first === undefined || there.length < 2) return;
  const value = out[first.property.key];
  if (!isKnown(value, first.form)) return;
  const place = rng.pick(known.get(first.form)?.get(value) ?? places);
  for (const { property, form } of there) setProperty(out, property.key, place[form]);
}

const CITIES: ReadonlySet<JsonValue | undefined> = new Set(PLACES.map(({ city }) => city));

/** Whether a value is one of ours; the schema's own examples are left unchanged. */
function isKnown(value: JsonValue | undefined, form: Form): boolean {
  return form !== "city" || CITIES.has(value);
}
