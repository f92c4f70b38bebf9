import type { PersonRole } from "../../lexicon/lexicon.ts";
import { words } from "../../source/keywords.ts";
import { textOf } from "../../source/schema.ts";
import type { ObjectDraft } from "../making.ts";
import { type Agreement, isStated, type Properties, type Property, replace } from "./property.ts";

/** Words in property names that don't tell which person a property belongs to. */
const GENERIC = words(
  "account address contact display e email emailaddress family fname first firstname forename full given handle last lastname legal lname login mail name nick nickname person screen surname user username vorname nachname nom prenom nombre apellido correo",
);
/** Words for a person's names other than the first, last, and full name. */
const OTHER_NAMES: RegExp = /\b(?:middle|maiden|preferred)\b/;

type Person = { [role in PersonRole]?: Property };

/** Makes one person's names, email address, and login match. */
export function personAgreements(properties: Properties): Agreement[] {
  return peopleOf(properties).flatMap((person) => {
    const { full, first, last, email, login } = person;
    const hasParts = full !== undefined && (first !== undefined || last !== undefined);
    return email === undefined && login === undefined && !hasParts ? [] : [agreementOf(person)];
  });
}

function peopleOf(properties: Properties): Person[] {
  const people = new Map<string, Person>();
  for (const property of properties) {
    const role = roleOf(property);
    if (role === undefined) continue;
    const owners = property.name.split(" ").filter((word) => !GENERIC.has(word));
    const person = people.get(owners.join(" ")) ?? {};
    person[role] ??= property;
    people.set(owners.join(" "), person);
  }
  const named = [...people.values()].filter(({ full, first, last }) => full ?? (first && last));
  // If there is only one person, properties whose names mention no person belong to that person.
  return named.length === 1 ? [{ ...people.get(""), ...named[0] }] : named;
}

function roleOf({ name, role: findRole, plan }: Property): PersonRole | undefined {
  const role = findRole();
  if (role === "city" || role === "state" || role === "country" || OTHER_NAMES.test(name))
    return undefined;
  const isAddress = plan.flat.parts.some((part) => textOf(part.schema, "format") === "email");
  return isAddress ? "email" : role;
}

function agreementOf(person: Person): Agreement {
  const { full, first, last, email, login } = person;
  return (out, making) => {
    const address = email && out[email.key];
    const hasAddress = typeof address === "string";
    if (hasAddress && isStated(address, making))
      takeName(out, person, address, making.subject?.text);
    else joinNames(out, person);
    const whole = full === undefined ? undefined : out[full.key];
    const name =
      typeof whole === "string" ? whole : `${out[first?.key ?? ""]} ${out[last?.key ?? ""]}`;
    const box = email === undefined && login === undefined ? undefined : mailboxOf(name);
    if (box === undefined) return;
    if (email !== undefined && hasAddress && address.includes("@") && !isStated(address, making))
      replace(out, email, box + address.slice(address.indexOf("@")));
    const handle = login && out[login.key];
    if (login !== undefined && typeof handle === "string") {
      const digits = handle.replace(/^.*\D/s, "");
      replace(out, login, box.charAt(0) + box.slice(box.indexOf(".") + 1) + digits);
    }
  };
}

/** Derives the full name from the first and last names, or one of these from the full name. */
function joinNames(out: ObjectDraft, { full, first, last }: Person): void {
  if (full === undefined) return;
  if (first !== undefined && last !== undefined) {
    replaceText(out, full, `${out[first.key]} ${out[last.key]}`);
    return;
  }
  const name = out[full.key];
  if (typeof name !== "string" || name.indexOf(" ") < 1) return;
  if (first !== undefined) replaceText(out, first, name.slice(0, name.indexOf(" ")));
  if (last !== undefined) replaceText(out, last, name.slice(name.lastIndexOf(" ") + 1));
}

function replaceText(out: ObjectDraft, property: Property | undefined, text: string): void {
  if (property !== undefined && typeof out[property.key] === "string") replace(out, property, text);
}

/** Derives a name from a stated address such as `ada.lovelace@…` if the input states both. */
function takeName(out: ObjectDraft, person: Person, address: string, input = ""): void {
  const [, ...names] = /^([a-z]{2,30})\.([a-z]{2,30})@/.exec(address.toLowerCase()) ?? [];
  const [given = "", family = ""] = names.map((it) => it.charAt(0).toUpperCase() + it.slice(1));
  const name = `${given} ${family}`;
  if (given === "" || !input.includes(name)) return;
  replaceText(out, person.full, name);
  replaceText(out, person.first, given);
  replaceText(out, person.last, family);
}

const NAME: RegExp = /^[A-Z][A-Za-z'-]+ [A-Z][A-Za-z'-]+$/;

/** The mailbox for a first and last name, such as `ada.lovelace`; undefined for other names. */
function mailboxOf(name: string): string | undefined {
  return NAME.test(name) ? name.toLowerCase().replace(" ", ".").replace(/['-]/g, "") : undefined;
}
