import type { JsonValue } from "../../json.ts";
import type { PersonRole, PlaceRole } from "../../lexicon/lexicon.ts";
import { textOf } from "../../source/schema.ts";
import type { ObjectDraft } from "../making.ts";
import { type Agreement, type Property, replaceText, together } from "./property.ts";

/** Words that say what a property is, not whom it belongs to. */
const GENERIC: ReadonlySet<string> = new Set(
  "account address contact display e email emailaddress family fname first firstname forename full given handle last lastname legal lname login mail name nick nickname person screen surname user username vorname nachname nom prenom nombre apellido correo".split(
    " ",
  ),
);
/** Additional names of a person who goes by another name. */
const OTHER_NAMES: ReadonlySet<string> = new Set(["middle", "maiden", "preferred"]);

type Person = { readonly [role in PersonRole]?: Property };

/** Makes the names, email address, and login of one person match. */
export function personAgreement(properties: readonly Property[]): Agreement | undefined {
  return together(peopleOf(properties).flatMap(agreementOf));
}

function peopleOf(properties: readonly Property[]): Person[] {
  const people = new Map<string, { [role in PersonRole]?: Property }>();
  for (const property of properties) {
    const role = roleOf(property);
    if (role === undefined) continue;
    const whose = property.words.filter((word) => !GENERIC.has(word)).join(" ");
    const person = people.get(whose) ?? {};
    person[role] ??= property;
    people.set(whose, person);
  }
  const all = [...people.values()];
  const named = all.filter(isNamed);
  const [only] = named;
  const plain = people.get("");
  // An address without an owner belongs to the only person there is.
  return only !== undefined && named.length === 1 && plain !== undefined
    ? [{ ...plain, ...only }]
    : named;
}

function isNamed({ full, first, last }: Person): boolean {
  return full !== undefined || (first !== undefined && last !== undefined);
}

function roleOf({ words, role, plan }: Property): PersonRole | undefined {
  if (isOfPlace(role)) return undefined;
  if (words.some((word) => OTHER_NAMES.has(word))) return undefined;
  const isAddress = plan.flat.parts.some((part) => textOf(part.schema, "format") === "email");
  return isAddress ? "email" : role;
}

function isOfPlace(role: Property["role"]): role is PlaceRole {
  return role === "city" || role === "country";
}

function agreementOf(person: Person): Agreement[] {
  const { full, first, last, email, login } = person;
  const agreements = namesAgreement(person);
  if (email === undefined && login === undefined) return agreements;
  const nameIn = (out: ObjectDraft): string => {
    const name = full === undefined ? undefined : out[full.key];
    return typeof name === "string" ? name : `${out[first?.key ?? ""]} ${out[last?.key ?? ""]}`;
  };
  if (email !== undefined) agreements.push(emailAgreement(email, person, nameIn));
  if (login !== undefined)
    agreements.push((out) => {
      const box = mailboxOf(nameIn(out));
      const digits = digitsAtEnd(String(out[login.key]));
      if (box !== undefined)
        replaceText(out, login, box.charAt(0) + box.slice(box.indexOf(".") + 1) + digits);
    });
  return agreements;
}

/** A full name consists of the first and the last name; if there is only one of them, it is part of the full name. */
function namesAgreement({ full, first, last }: Person): Agreement[] {
  if (full === undefined) return [];
  if (first !== undefined && last !== undefined)
    return [(out) => replaceText(out, full, `${out[first.key]} ${out[last.key]}`)];
  const part = first ?? last;
  if (part === undefined) return [];
  return [
    (out) => {
      const [one, other] = namesIn(out[full.key]) ?? [];
      const name = first === undefined ? other : one;
      if (name !== undefined) replaceText(out, part, name);
    },
  ];
}

function emailAgreement(
  email: Property,
  person: Person,
  nameIn: (out: ObjectDraft) => string,
): Agreement {
  return (out, { subject, hasStated }) => {
    const before = String(out[email.key]);
    if (hasStated && subject?.text.includes(before)) {
      takeName(out, person, { address: before, text: subject.text });
      return;
    }
    const at = before.indexOf("@");
    const box = at < 0 ? undefined : mailboxOf(nameIn(out));
    if (box !== undefined) replaceText(out, email, box + before.slice(at));
  };
}

type StatedPerson = { readonly address: string; readonly text: string };

/** Takes a person's name from a stated address, such as `ada.lovelace@…`, if the input states the name, too. */
function takeName(out: ObjectDraft, { full, first, last }: Person, stated: StatedPerson): void {
  const [, ...names] = /^([a-z]{2,30})\.([a-z]{2,30})@/.exec(stated.address.toLowerCase()) ?? [];
  const [given = "", family = ""] = names.map((it) => it.charAt(0).toUpperCase() + it.slice(1));
  const name = `${given} ${family}`;
  if (given === "" || !stated.text.includes(name)) return;
  if (full !== undefined) replaceText(out, full, name);
  if (first !== undefined) replaceText(out, first, given);
  if (last !== undefined) replaceText(out, last, family);
}

/** The first and the last of two or more names; undefined if they can't be told apart. */
function namesIn(value: JsonValue | undefined): readonly [string, string] | undefined {
  if (typeof value !== "string") return undefined;
  const [first, last] = [value.indexOf(" "), value.lastIndexOf(" ")];
  return first < 1 ? undefined : [value.slice(0, first), value.slice(last + 1)];
}

const PLAIN_NAME: RegExp = /^[A-Z][A-Za-z'-]+ [A-Z][A-Za-z'-]+$/;
/** Names that consist of letters are usual, and a search for other characters takes longer than the rest. */
const USUAL_NAME: RegExp = /^[A-Z][a-z]+ [A-Z][a-z]+$/;

/**
 * The mailbox for a name, such as `ada.lovelace` for Ada Lovelace; undefined unless it consists of
 * two names.
 */
function mailboxOf(name: string): string | undefined {
  if (USUAL_NAME.test(name)) {
    const space = name.indexOf(" ");
    return `${name.slice(0, space)}.${name.slice(space + 1)}`.toLowerCase();
  }
  if (!PLAIN_NAME.test(name)) return undefined;
  const box = name.toLowerCase().replace(" ", ".");
  return box.replace(/[^a-z.]/g, "");
}

/** A pattern would try each run of digits again from each of its digits. */
function digitsAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && /\d/.test(text.charAt(start - 1))) start--;
  return text.slice(start);
}
