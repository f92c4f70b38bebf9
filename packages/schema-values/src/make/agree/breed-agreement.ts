import { BREEDS } from "../../words/breeds.ts";
import { capitalize } from "../../words/pieces.ts";
import { setProperty } from "../set-property.ts";
import type { Agreement, Property } from "./property.ts";

/** Names of a species, the clearest first. */
const SPECIES: readonly RegExp[] = [
  /(?:^| )(?:species|animal|animal type|pet type|pet)$/,
  /(?:^| )(?:type|kind)$/,
];

/** Makes an animal's breed one of its species. */
export function breedAgreement(properties: readonly Property[]): Agreement | undefined {
  const breed = properties.find(({ words }) => words.at(-1) === "breed");
  const species = SPECIES.flatMap((name) =>
    properties.filter(({ words }) => name.test(words.join(" "))),
  )[0];
  if (breed === undefined || species === undefined) return undefined;
  // Only a schema with a list of its own has species that are not in ours.
  const isOpen = species.fits("any animal");
  const known = Object.keys(BREEDS).flatMap((name) =>
    [name, capitalize(name), name.toUpperCase()].filter(species.fits).slice(0, isOpen ? 1 : 3),
  );
  if (known.length === 0) return undefined;
  return (out, { rng }) => {
    const [kind, before] = [out[species.key], out[breed.key]];
    if (typeof kind !== "string" || typeof before !== "string") return;
    const name = isOpen && breedsOf(kind) === undefined ? rng.pick(known) : kind;
    const breeds = breedsOf(name)?.filter(breed.fits) ?? [];
    if (breeds.length === 0) return;
    setProperty(out, species.key, name);
    setProperty(out, breed.key, breeds.includes(before) ? before : rng.pick(breeds));
  };
}

function breedsOf(species: string): readonly string[] | undefined {
  const name = species.toLowerCase();
  return Object.hasOwn(BREEDS, name) ? BREEDS[name] : undefined;
}
