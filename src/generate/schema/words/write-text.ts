import type { Rng } from "../../../core/rng.ts";
import type { Pools } from "../pools.ts";
import { formatWriter } from "./format-writer.ts";
import { digits, hex } from "./pieces.ts";
import type { TextKind } from "./text-kind.ts";

/** Writes a text of a kind; `tokens` is about how many tokens a longer text may have. */
export type TextWriter = (rng: Rng, tokens: number) => string;

const TOKENS_OF_A_SENTENCE = 14;

/** The writer of a kind of text. */
export function textWriter(kind: TextKind, pools: Pools): TextWriter {
  const simple = SIMPLE[kind];
  if (simple !== undefined) return (rng) => rng.pick(pools[simple]);
  const format = FORMATS[kind];
  if (format !== undefined) {
    const write = formatWriter(format, pools);
    if (write !== undefined) return (rng) => write(rng, 0, 200);
  }
  return (rng, tokens) => compose(kind, pools, { rng, tokens });
}

const SIMPLE: { readonly [kind in TextKind]?: keyof Pools } = {
  category: "categories",
  city: "cities",
  color: "colors",
  company: "companies",
  country: "countries",
  countryCode: "countryCodes",
  currency: "currencies",
  firstName: "firstNames",
  job: "jobs",
  keyword: "words",
  language: "languages",
  lastName: "lastNames",
  product: "products",
  state: "states",
  status: "statuses",
};

const FORMATS: { readonly [kind in TextKind]?: string } = {
  date: "date",
  dateTime: "date-time",
  email: "email",
  hostname: "hostname",
  ip: "ipv4",
  time: "time",
  url: "uri",
  uuid: "uuid",
};

type Occasion = { readonly rng: Rng; readonly tokens: number };

function compose(kind: TextKind, pools: Pools, { rng, tokens }: Occasion): string {
  const pick = (pool: keyof Pools): string => rng.pick(pools[pool]);
  switch (kind) {
    case "address":
      return `${rng.between(1, 240)} ${pick("streets")}, ${pick("cities")}`;
    case "street":
      return `${rng.between(1, 240)} ${pick("streets")}`;
    case "fullName":
      return `${pick("firstNames")} ${pick("lastNames")}`;
    case "userName":
      return `${pick("words")}_${pick("words")}${rng.below(100)}`;
    case "id":
      return `${pick("words")}-${hex(rng, 8)}`;
    case "code":
      return `${pick("words").slice(0, 3).toUpperCase()}-${digits(rng, 4)}`;
    case "path":
      return `${pick("words")}/${pick("words")}.txt`;
    case "phone":
      return `+1-202-555-${digits(rng, 4)}`;
    case "postcode":
      return digits(rng, 5);
    case "version":
      return `${rng.below(10)}.${rng.below(20)}.${rng.below(30)}`;
    case "year":
      return String(rng.between(1990, 2030));
    case "prose":
      return prose(pools, rng, tokens);
    case "title":
      return capitalised(`${pick("words")} ${pick("words")} ${pick("categories")}`);
    default:
      return rng.chance(0.5) ? pick("words") : `${pick("words")} ${pick("words")}`;
  }
}

function prose(pools: Pools, rng: Rng, tokens: number): string {
  const most = Math.max(1, Math.min(40, Math.floor(tokens / TOKENS_OF_A_SENTENCE)));
  let out = rng.pick(pools.sentences);
  for (let i = rng.between(1, most); i > 1; i--) out += ` ${rng.pick(pools.sentences)}`;
  return out;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
