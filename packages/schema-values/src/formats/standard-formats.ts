import type { Rng } from "../rng.ts";
import type { FormatWords } from "./format-parts.ts";
import {
  between,
  type FormatMaker,
  type FormatTable,
  type FormatWriter,
  fixed,
  word,
} from "./format-parts.ts";
import { date, timeOfDay } from "./moments.ts";
import { digits, hex, letters } from "./pieces.ts";
import { uuid } from "./uuid.ts";

/** Uses the zone's digits and a fraction of a second to reach the required length. */
function stamped(text: string, least: number, separatorZone: string): string {
  const missing = least - text.length - separatorZone.length;
  const fraction = missing > 1 ? `.${"0".repeat(missing - 1)}` : missing === 1 ? ".0" : "";
  return text + fraction + separatorZone;
}

const DOMAINS = ["@example.com", "@mail.io", "@a.co", "@b.c"];

const email: FormatMaker = (words) => {
  const longest = Math.max(...words.emails.map(({ length }) => length));
  return (rng, least, most) =>
    least <= SHORTEST_EMAIL && most >= longest
      ? rng.pick(words.emails)
      : fittedEmail(words, rng, [least, most]);
};

/** The shortest address in the pool has this length. */
const SHORTEST_EMAIL = 12;

function fittedEmail(
  words: FormatWords,
  rng: Rng,
  [least, most]: readonly [number, number],
): string {
  const tail =
    DOMAINS.find((domain) => domain.length + 12 < most) ??
    DOMAINS.find((domain) => domain.length < most) ??
    "@b.c";
  if (least - tail.length <= 60)
    return between(
      rng,
      [least, most],
      ["", `${word(words, rng)}.${word(words, rng)}`, most < 5 ? "@b.c" : tail],
    );
  const labels = Array.from({ length: Math.ceil((least - 20) / 50) }, () => letters(rng, 49)).join(
    ".",
  );
  return between(
    rng,
    [least, most],
    [`${word(words, rng)}@${labels}.`.slice(0, Math.max(8, most - 8)), "x", ".com"],
  );
}

const uri: FormatMaker = (words) => (rng, least, most) => {
  if (most < 22)
    return between(rng, [least, most], ["a:", word(words, rng), ""]).slice(0, Math.max(3, most));
  const path = `${word(words, rng)}/${word(words, rng)}`;
  return between(rng, [least, most], ["https://example.com/", path, ""]);
};

const webUrl: FormatMaker = (words) => (rng, least, most) => {
  const heads = ["https://example.com/", "http://ex.io/", "ftp://a.co/"];
  const head = heads.find((text) => text.length < most) ?? "ftp://a.co";
  return between(rng, [least, most], [head, `${word(words, rng)}/${word(words, rng)}`, ""]).slice(
    0,
    Math.max(10, most),
  );
};

const relative: FormatMaker = (words) => (rng, least, most) =>
  between(rng, [least, most], ["/", `${word(words, rng)}/${word(words, rng)}`, ""]);

const hostname: FormatMaker = (words) => (rng, least, most) => {
  const tail = most < 16 ? "" : ".example.com";
  const labels = Math.max(0, Math.floor((least - 20) / 60));
  const head = Array.from({ length: labels }, () => `${letters(rng, 59)}.`).join("");
  return between(rng, [least, most], [head, word(words, rng), tail]);
};

const ipv6: FormatWriter = (rng, _, most) => {
  if (most < 39)
    return most < 9
      ? `::${hex(rng, Math.max(0, Math.min(4, most - 2)))}`
      : `2001::${hex(rng, Math.min(4, most - 6))}`;
  return `2001:0db8:${Array.from({ length: 6 }, () => hex(rng, 4)).join(":")}`;
};

const ipv4: FormatWriter = (rng, least, most) => {
  if (most < 15)
    return Array.from({ length: 4 }, () => rng.between(0, most < 11 ? 9 : 99)).join(".");
  const low = least > 11 ? 100 : 1;
  return [
    rng.between(Math.max(low, 11), 223),
    ...Array.from({ length: 3 }, () => rng.between(low, 254)),
  ].join(".");
};

const base64: FormatWriter = (rng, least, most) => {
  const quads = Math.max(Math.ceil(least / 4), Math.min(4, Math.floor(most / 4)));
  return Array.from({ length: quads }, () => letters(rng, 4)).join("");
};

const duration: FormatWriter = (rng, least, most) => {
  if (most < 6) return `P${rng.between(1, 9)}D`;
  const text = `P${rng.between(1, 9)}DT${rng.between(1, 9)}H`;
  return text.length >= least ? text : `P${"1".repeat(Math.max(1, least - 2))}D`;
};

const jsonPointer: FormatMaker = (words) => (rng, least, most) =>
  most < 1 ? "" : between(rng, [least, most], ["/", `${word(words, rng)}/${rng.below(9)}`, ""]);

const number = fixed((rng) => String(rng.between(1, 999)));

/** The formats that validators check, and closely related ones. */
export const STANDARD_FORMATS: FormatTable = {
  date: fixed(date),
  time: fixed((rng, least) => stamped(timeOfDay(rng), least, "Z")),
  "date-time": fixed((rng, least) => stamped(`${date(rng)}T${timeOfDay(rng)}`, least, "Z")),
  "iso-time": fixed((rng, least) => stamped(timeOfDay(rng), least, "Z")),
  "iso-date-time": fixed((rng, least) => stamped(`${date(rng)}T${timeOfDay(rng)}`, least, "Z")),
  datetime: fixed((rng, least) => stamped(`${date(rng)}T${timeOfDay(rng)}`, least, "Z")),
  "google-datetime": fixed((rng, least) => stamped(`${date(rng)}T${timeOfDay(rng)}`, least, "Z")),
  "utc-millisec": fixed((rng) => `${rng.between(14, 18)}${digits(rng, 11)}`),
  duration: fixed(duration),
  "google-duration": fixed((rng) => `${rng.between(1, 900)}s`),
  email,
  "idn-email": email,
  uri,
  url: webUrl,
  iri: uri,
  "uri-reference": relative,
  "relative-uri": relative,
  "iri-reference": relative,
  path: relative,
  "uri-template": (words) => (rng, least, most) =>
    between(rng, [least, most], ["/", word(words, rng), most < 8 ? "" : "/{id}"]),
  hostname,
  "idn-hostname": hostname,
  "host-name": hostname,
  ipv4: fixed(ipv4),
  "ip-address": fixed(ipv4),
  ipv6: fixed(ipv6),
  uuid: fixed(uuid),
  guid: fixed(uuid),
  "json-pointer": jsonPointer,
  "json-pointer-uri-fragment": (words) => (rng, least, most) =>
    most < 2 ? "#" : between(rng, [least, most], ["#/", word(words, rng), ""]),
  "relative-json-pointer": (words) => (rng, least, most) =>
    most < 3 ? String(rng.below(10)) : between(rng, [least, most], ["1/", word(words, rng), ""]),
  regex: () => (rng, least, most) =>
    most < 6
      ? letters(rng, Math.max(least, 1)).slice(0, most)
      : between(rng, [least, most], ["^[a-z", letters(rng, 1), "]+$"])
          .replace(/^\^\[a-z(.*)\]\+\$$/, "^$1+$")
          .padEnd(least, "a?"),
  byte: fixed(base64),
  binary: (words) => (rng, least, most) => between(rng, [least, most], ["", word(words, rng), ""]),
  password: fixed((rng, least, most) => {
    const text = `${letters(rng, 5).toUpperCase()}${letters(rng, 5)}-${digits(rng, 3)}`;
    return (text + letters(rng, Math.max(0, least - text.length))).slice(0, Math.max(0, most));
  }),
  color: (words) => (rng, least, most) =>
    least > 6 || most < 6 ? `#${hex(rng, 6)}` : rng.pick(words.colors),
  phone: fixed((rng) => `+1-202-555-${digits(rng, 4)}`),
  int32: number,
  int64: number,
  decimal: fixed((rng) => `${rng.between(0, 999)}.${digits(rng, 2)}`),
};
