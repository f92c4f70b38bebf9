import type { JsonValue } from "../../json.ts";
import { textOf } from "../../source/schema.ts";
import type { Pools } from "../../words/pools.ts";
import { FULL_NAME, type Recipe } from "../../words/recipe.ts";
import type { MakerBook } from "../maker-book.ts";
import type { Making } from "../making.ts";
import { type ObjectDraft, setProperty } from "../set-property.ts";
import { isOpenAddress } from "./open-address.ts";
import { type Agreement, type Property, together } from "./property.ts";

type Role = "full" | "first" | "last" | "email" | "login";

const ROLES: ReadonlyMap<Recipe, Role> = new Map([
  [FULL_NAME, "full"],
  ["{firstNames}", "first"],
  ["{lastNames}", "last"],
  ["{emails}", "email"],
  ["{logins}{1-99}", "login"],
]);

/** Words that say what a property is, not whom it belongs to. */
const GENERIC: ReadonlySet<string> = new Set(
  "account address contact display e email emailaddress family fname first firstname forename full given handle last lastname legal lname login mail name nick nickname person screen surname user username vorname nachname nom prenom nombre apellido correo".split(
    " ",
  ),
);
/** Additional names of a person who goes by another name. */
const OTHER_NAMES: ReadonlySet<string> = new Set(["middle", "maiden", "preferred"]);

type Person = { readonly [role in Role]?: Property };

/** Makes the names, email address, and login of one person match. */
export function personAgreement(
  book: MakerBook,
  properties: readonly Property[],
): Agreement | undefined {
  const agreements = peopleOf(properties).flatMap((person) => agreementOf(book, person));
  return together(agreements);
}

function peopleOf(properties: readonly Property[]): Person[] {
  const people = new Map<string, { [role in Role]?: Property }>();
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

function roleOf({ words, recipe, plan }: Property): Role | undefined {
  if (words.some((word) => OTHER_NAMES.has(word))) return undefined;
  const isAddress = plan.flat.parts.some((part) => textOf(part.schema, "format") === "email");
  return isAddress ? "email" : ROLES.get(recipe ?? "");
}

function agreementOf(book: MakerBook, person: Person): Agreement[] {
  const { full, first, last, email, login } = person;
  const agreements: Agreement[] = [];
  if (full !== undefined && first !== undefined && last !== undefined)
    agreements.push((out) => set(out, full, `${out[first.key]} ${out[last.key]}`));
  if (email === undefined && login === undefined) return agreements;
  const nameIn = (out: ObjectDraft): string => {
    const name = full === undefined ? undefined : out[full.key];
    return typeof name === "string" ? name : `${out[first?.key ?? ""]} ${out[last?.key ?? ""]}`;
  };
  if (email !== undefined) {
    const slow = emailAgreement(email, nameIn);
    const isOpen = full !== undefined && isOpenAddress(book.planner, email.plan);
    agreements.push(isOpen ? lookedUp(book.pools, { full, email }, slow) : slow);
  }
  if (login !== undefined)
    agreements.push((out) => {
      const box = mailboxOf(nameIn(out));
      const digits = /\d*$/.exec(String(out[login.key]))?.[0] ?? "";
      if (box !== undefined)
        set(out, login, box.charAt(0) + box.slice(box.indexOf(".") + 1) + digits);
    });
  return agreements;
}

function emailAgreement(email: Property, nameIn: (out: ObjectDraft) => string): Agreement {
  return (out, { subject }) => {
    const before = String(out[email.key]);
    if (subject?.text.includes(before)) return;
    const box = mailboxOf(nameIn(out));
    const host = before.split("@")[1];
    if (box !== undefined && host !== undefined) set(out, email, `${box}@${host}`);
  };
}

/**
 * Returns an agreement that looks up the address for a name, and falls back to `slow` if none is
 * listed. Generates code with the literal keys, because most objects with an address pass through
 * here, and code shared by objects of many shapes is several times slower.
 */
function lookedUp(
  pools: Pools,
  { full, email }: { readonly full: Property; readonly email: Property },
  slow: Agreement,
): Agreement {
  const [name, address] = [full.key, email.key].map((key) => `out[${JSON.stringify(key)}]`);
  const body = `return (out, making) => {
    const listed = known.get(${name});
    if (listed === undefined || !isInvented(${address}, making)) slow(out, making);
    else ${address} = listed;
  };`;
  const agree: unknown = new Function("known", "slow", "isInvented", body)(
    addressesOf(pools),
    slow,
    isInvented,
  );
  return agree as Agreement;
}

/** Whether a value is a string that is not from the input. */
function isInvented(value: JsonValue, { subject }: Making): boolean {
  return typeof value === "string" && subject?.text.includes(value) !== true;
}

/** Replaces an existing string with another if it is allowed. */
function set(out: ObjectDraft, property: Property, text: string): void {
  if (typeof out[property.key] === "string" && property.fits(text))
    setProperty(out, property.key, text);
}

const PLAIN_NAME: RegExp = /^[A-Z][A-Za-z'-]+ [A-Z][A-Za-z'-]+$/;

/**
 * The mailbox for a name, such as `ada.lovelace` for Ada Lovelace; undefined unless it consists of
 * two names.
 */
function mailboxOf(name: string): string | undefined {
  if (!PLAIN_NAME.test(name)) return undefined;
  return name
    .toLowerCase()
    .replace(" ", ".")
    .replace(/[^a-z.]/g, "");
}

const addresses = new WeakMap<Pools, ReadonlyMap<string, string>>();

/** The addresses of all names in a pool, because looking one up is faster than building it. */
function addressesOf(pools: Pools): ReadonlyMap<string, string> {
  const known = addresses.get(pools) ?? new Map(listed(pools));
  addresses.set(pools, known);
  return known;
}

function listed({ emails, fullNames }: Pools): [string, string][] {
  const hosts = [...new Set(emails.map((email) => email.split("@")[1] ?? ""))];
  return fullNames.flatMap((name, i) => {
    const box = mailboxOf(name);
    return box === undefined ? [] : [[name, `${box}@${hosts[i % hosts.length]}`]];
  });
}
