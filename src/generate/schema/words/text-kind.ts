import { nameWords, singularOf } from "./name-words.ts";

/** What a text is about, as far as its name tells. */
export type TextKind =
  | "address"
  | "category"
  | "city"
  | "code"
  | "color"
  | "company"
  | "country"
  | "countryCode"
  | "currency"
  | "date"
  | "dateTime"
  | "email"
  | "firstName"
  | "fullName"
  | "hostname"
  | "id"
  | "ip"
  | "job"
  | "keyword"
  | "language"
  | "lastName"
  | "path"
  | "phone"
  | "postcode"
  | "product"
  | "prose"
  | "state"
  | "status"
  | "street"
  | "time"
  | "title"
  | "url"
  | "userName"
  | "uuid"
  | "version"
  | "year"
  | "words";

const KINDS: { readonly [words: string]: TextKind } = {
  address: "address",
  "address line": "street",
  alias: "userName",
  author: "fullName",
  avatar: "url",
  birthday: "date",
  "birth date": "date",
  body: "prose",
  bio: "prose",
  brand: "company",
  category: "category",
  city: "city",
  code: "code",
  color: "color",
  colour: "color",
  comment: "prose",
  company: "company",
  content: "prose",
  country: "country",
  "country code": "countryCode",
  currency: "currency",
  "currency code": "currency",
  customer: "fullName",
  date: "date",
  department: "category",
  description: "prose",
  details: "prose",
  domain: "hostname",
  email: "email",
  "email address": "email",
  employer: "company",
  endpoint: "url",
  explanation: "prose",
  family: "lastName",
  "family name": "lastName",
  feedback: "prose",
  file: "path",
  filename: "path",
  "file name": "path",
  "first name": "firstName",
  "full name": "fullName",
  genre: "category",
  "given name": "firstName",
  handle: "userName",
  homepage: "url",
  host: "hostname",
  hostname: "hostname",
  href: "url",
  id: "id",
  identifier: "id",
  image: "url",
  industry: "category",
  ip: "ip",
  "ip address": "ip",
  "job title": "job",
  key: "code",
  keyword: "keyword",
  label: "category",
  lang: "language",
  language: "language",
  "last name": "lastName",
  lastname: "lastName",
  firstname: "firstName",
  link: "url",
  locale: "language",
  location: "city",
  login: "userName",
  manufacturer: "company",
  message: "prose",
  name: "fullName",
  nickname: "userName",
  note: "prose",
  occupation: "job",
  organisation: "company",
  organization: "company",
  overview: "prose",
  owner: "fullName",
  path: "path",
  "person name": "fullName",
  phone: "phone",
  "phone number": "phone",
  mobile: "phone",
  fax: "phone",
  postcode: "postcode",
  "postal code": "postcode",
  product: "product",
  "product name": "product",
  item: "product",
  profession: "job",
  province: "state",
  rationale: "prose",
  reason: "prose",
  reasoning: "prose",
  recipient: "fullName",
  region: "state",
  review: "prose",
  role: "job",
  sector: "category",
  sender: "fullName",
  sku: "code",
  slug: "keyword",
  state: "state",
  status: "status",
  street: "street",
  "street address": "street",
  summary: "prose",
  surname: "lastName",
  tag: "keyword",
  tel: "phone",
  telephone: "phone",
  text: "prose",
  thumbnail: "url",
  time: "time",
  timestamp: "dateTime",
  timezone: "code",
  title: "title",
  heading: "title",
  headline: "title",
  subject: "title",
  topic: "category",
  type: "category",
  uri: "url",
  url: "url",
  user: "userName",
  username: "userName",
  "user name": "userName",
  uuid: "uuid",
  guid: "uuid",
  vendor: "company",
  version: "version",
  website: "url",
  year: "year",
  zip: "postcode",
  zipcode: "postcode",
  "zip code": "postcode",
  answer: "prose",
  abstract: "prose",
  justification: "prose",
  "company name": "company",
  "city name": "city",
  "country name": "country",
  "display name": "fullName",
  "event name": "title",
  "project name": "title",
  "file path": "path",
  birthdate: "date",
  dob: "date",
  question: "prose",
};

/** What the text of a property is about, by the property's name; undefined where it says nothing. */
export function textKindOf(name: string): TextKind | undefined {
  const words = nameWords(name);
  const last = words[words.length - 1];
  if (last === undefined) return undefined;
  if (words.length > 1 && (last === "at" || last === "on")) return "dateTime";
  const tails = [words.slice(-3), words.slice(-2), [last]].filter((tail) => tail.length > 0);
  for (const tail of tails) {
    const found =
      lookUp(tail.join(" ")) ?? lookUp([...tail.slice(0, -1), singularOf(last)].join(" "));
    if (found !== undefined)
      return found === "fullName" && words.length > 1 && last === "name" ? "title" : found;
  }
  return undefined;
}

function lookUp(words: string): TextKind | undefined {
  return Object.hasOwn(KINDS, words) ? KINDS[words] : undefined;
}
