import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { lexicon } from "../../src/generate/lexicon/create-lexicon.ts";
import { words } from "../generate/words.ts";
import { rowsOf } from "./compiled.ts";

function textsIn(format: string, more: JsonObject = {}): string[] {
  return rowsOf({ type: "string", format, ...more }).map(String);
}

const UUID_TAIL = "[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
const BYTE = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
const IPV4 = `(?:${BYTE}\\.){3}${BYTE}`;
const IPV6 = "[0-9a-f:]{8,39}";
const FORMATS: readonly (readonly [string, string])[] = [
  // Pydantic
  ["uuid1", `^[0-9a-f]{8}-[0-9a-f]{4}-1${UUID_TAIL}`],
  ["uuid7", `^[0-9a-f]{8}-[0-9a-f]{4}-7${UUID_TAIL}`],
  ["ipv4network", `^${IPV4}/24$`],
  ["ipv6network", `^${IPV6}/48$`],
  ["ipv4interface", `^${IPV4}/24$`],
  ["ipvanyaddress", `^(?:${IPV4}|${IPV6})$`],
  ["ipvanynetwork", `^(?:${IPV4}/24|${IPV6}/48)$`],
  ["ipvanyinterface", `^(?:${IPV4}/24|${IPV6}/64)$`],
  ["file-path", "^(?:/[a-z]+)+\\.txt$"],
  ["directory-path", "^(?:/[a-z]+)+$"],
  ["name-email", "^[a-z]+ <[a-z.]+@example\\.(?:com|net|org)>$"],
  ["multi-host-uri", "^postgresql://app@[a-z]+\\.example\\.com:5432/[a-z]+$"],
  // Zod
  ["cidrv4", `^${IPV4}/24$`],
  ["cidrv6", `^${IPV6}/48$`],
  ["cidr", `^${IPV4}/24$`],
  ["ulid", "^[0-7][0-9A-HJKMNP-TV-Z]{25}$"],
  ["nanoid", "^[\\w-]{21}$"],
  ["cuid", "^c[a-z0-9]{24}$"],
  ["cuid2", "^[a-z][a-z0-9]{23}$"],
  ["ksuid", "^[A-Za-z0-9]{27}$"],
  ["xid", "^[0-9a-v]{20}$"],
  ["e164", "^\\+[1-9]\\d{6,14}$"],
  ["mac", "^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$"],
  ["emoji", "^\\P{ASCII}+$"],
  ["hex", "^(?:[0-9a-f]{2})+$"],
  ["sha256_hex", "^[0-9a-f]{64}$"],
  ["sha256_base64", "^[\\w+/]{43}=$"],
  ["lowercase", "^[a-z]+$"],
  // OpenAPI's format registry, and other exporters
  ["time-local", "^\\d\\d:\\d\\d:\\d\\d$"],
  ["date-time-local", "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$"],
  ["year-month", "^\\d{4}-\\d\\d$"],
  ["date-month", "^(?:0[1-9]|1[0-2])$"],
  ["html", "^<.*>$"],
  ["commonmark", "^# .+\\n\\n.+"],
  ["media-range", "^[a-z]+/.+$"],
  ["semver", "^\\d\\.\\d\\.\\d$"],
  ["slug", "^[a-z]+-[a-z]+$"],
  ["country-code", "^[A-Z]{2}$"],
  ["country-alpha-3", "^[A-Z]{3}$"],
  ["currency", "^[A-Z]{3}$"],
  ["language", "^[a-z]{2}$"],
  ["phone", "^\\+1-202-555-\\d{4}$"],
  ["zip-code", "^\\d{5}$"],
  ["ssn", "^\\d{3}-\\d\\d-\\d{4}$"],
  ["object-id", "^[0-9a-f]{24}$"],
  ["data-url", "^data:text/plain;base64,[\\w+/]+=*$"],
  ["swift", "^[A-Z]{8}$"],
];

test.each(FORMATS)("a string in the format %s looks like one", (format, pattern) => {
  const texts = textsIn(format);
  const expression = new RegExp(pattern, "us");
  expect(texts.filter((text) => !expression.test(text))).toEqual([]);
  expect(new Set(texts).size).toBeGreaterThan(4);
});

test("a format is the same however its name is written", () => {
  expect(textsIn("creditCard")).toEqual(textsIn("credit-card"));
  expect(textsIn("CIDR_V4")).toEqual(textsIn("cidrv4"));
});

test.each(["base64", "base64url"] as const)(
  "%s decodes, with no padding to disagree about",
  (format) => {
    const texts = textsIn(format);
    expect(texts.map((text) => Buffer.from(text, format).toString(format))).toEqual(texts);
    expect(
      texts.filter((text) => !/^[a-z]+ [a-z]+/.test(Buffer.from(text, format).toString())),
    ).toEqual([]);
    for (const [minLength, maxLength] of [
      [4, 4],
      [40, 43],
      [6, 9],
    ] as const)
      expect(textsIn(format, { minLength, maxLength })).toHaveLength(40);
  },
);

test("a jwt is a header, claims, and a signature", () => {
  for (const text of textsIn("jwt")) {
    const [header = "", claims = "", signature = "", ...rest] = text.split(".");
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({
      alg: "HS256",
      typ: "JWT",
    });
    expect(Object.keys(JSON.parse(Buffer.from(claims, "base64url").toString()))).toEqual([
      "sub",
      "iat",
    ]);
    expect([Buffer.from(signature, "base64url").toString("base64url"), rest]).toEqual([
      signature,
      [],
    ]);
  }
});

test.each([{}, { minLength: 13, maxLength: 13 }, { minLength: 19 }])(
  "a credit-card with %j passes the Luhn check",
  (bounds) => {
    for (const text of textsIn("credit-card", bounds)) {
      const sum = [...text]
        .reverse()
        .map((digit, i) => Number(digit) * (i % 2 === 1 ? 2 : 1))
        .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
      expect([text.length >= 13, sum % 10]).toEqual([true, 0]);
    }
  },
);

test("an HTTP date has the right weekday", () => {
  const texts = textsIn("http-date");
  expect(texts.map((text) => new Date(text).toUTCString())).toEqual(texts);
});

test.each([{}, { maxLength: 12 }, { minLength: 300 }])(
  "a json-string with %j is JSON",
  (bounds) => {
    for (const text of textsIn("json-string", bounds)) expect(() => JSON.parse(text)).not.toThrow();
  },
);

describe("bounds", () => {
  test.each([
    ["nanoid", 10, 10],
    ["hex", 32, 32],
    ["slug", 30, 40],
    ["slug", 1, 8],
    ["file-path", 40, 60],
    ["semver", 12, 20],
    ["cuid", 9, 12],
    ["html", 0, 40],
    ["html", 500, 900],
    ["country", 2, 2],
  ])("are respected by %s", (format, minLength, maxLength) => {
    const texts = textsIn(format, { minLength, maxLength });
    const writer = lexicon.format?.(format);
    expect(texts.every((text) => text.length >= minLength && text.length <= maxLength)).toBe(true);
    expect(writer).toBeDefined();
  });
});

test("every format written as a meaning has a valid recipe", () => {
  const names = Object.values(words.looks.formats).flatMap((all) => all.trim().split(", "));
  expect(names.filter((name) => lexicon.format?.(name) === undefined)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
