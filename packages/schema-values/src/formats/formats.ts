import type { Lexicon } from "../lexicon/lexicon.ts";
import {
  articleNumber,
  cardNumber,
  digest,
  encoded,
  moment,
  recipe,
  token,
  uuidOf,
} from "./makers.ts";
import {
  date,
  type FormatMaker,
  type FormatWords,
  type FormatWriter,
  timeOfDay,
  uuid,
} from "./pieces.ts";

const DOMAIN = "(?:[a-z]{1,50}\\.)";
const PAGE = "https://example\\.com/{word}";
const BYTE = "(?:[1-9]\\d|1\\d\\d)";
const [V4, V6] = [`(?:1[1-9]|[2-9]\\d|1\\d\\d)(?:\\.${BYTE}){3}`, "2001:db8:[0-9a-f]{4}"];
const [NETWORK, INTERFACE] = [`10(?:\\.${BYTE}){2}\\.0/24`, `10(?:\\.${BYTE}){3}/24`];
const MONTH = "(?:0[1-9]|1[0-2])";
const YEAR = "20[12]\\d";
const [LOWER, HEX] = ["[a-z0-9]", "[0-9a-f]"];
const ALPHA_3 =
  "ARG|AUS|AUT|BEL|BRA|CAN|CHE|CHL|CHN|CZE|DEU|DNK|EGY|ESP|FIN|FRA|GBR|GRC|IDN|IND|IRL|ITA|JPN|KEN|KOR|MEX|NLD|NOR|NZL|PER|POL|PRT|SWE|TUR|USA|ZAF";
const DIGESTS = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };

/** Formats by their `squeezed` names; spaces separate the names of the same format. */
const FORMATS: { readonly [names: string]: FormatMaker } = {
  "date isodate fulldate localdate": () => date,
  "time isotime fulltime": moment(timeOfDay),
  "datetime isodatetime googledatetime iso8601 rfc3339 timestamp zoneddatetime offsetdatetime":
    moment((rng) => `${date(rng)}T${timeOfDay(rng)}`),
  "timelocal partialtime": () => timeOfDay,
  "datetimelocal naivedatetime": () => (rng) => `${date(rng)}T${timeOfDay(rng)}`,
  httpdate: () => (rng) => new Date(`${date(rng)}T${timeOfDay(rng)}Z`).toUTCString(),
  "yearmonth month": recipe(`${YEAR}-${MONTH}`),
  datemonth: recipe(MONTH),
  "datefullyear year": recipe(YEAR),
  "duration timedelta isoduration": recipe("P[1-9]DT[1-9]H", "P[1-9]\\d*D"),

  "email idnemail emailaddress emailstr": recipe(
    "{email}",
    "[a-z]{4,40}@example\\.com",
    `[a-z]+@${DOMAIN}*[a-z]{1,50}\\.com`,
    "[a-z]@b\\.c",
  ),
  "uri iri": recipe(`${PAGE}/{word}`, `${PAGE}[a-z]*`, "a:[a-z]+"),
  "url httpurl httpsurl anyurl anyhttpurl weburl website link urihttps urihttp imageurl": recipe(
    `${PAGE}/{word}`,
    `${PAGE}[a-z]*`,
    "ftp://a\\.co[a-z]*",
  ),
  "urireference relativeuri irireference path directorypath directory folder folderpath": recipe(
    "/{word}/{word}",
    "/[a-z]*",
    "[a-z]*",
  ),
  uritemplate: recipe("/{word}/\\{id\\}", "/[a-z]*", ""),
  "hostname idnhostname domain domainname fqdn host": recipe(
    "{word}\\.example\\.com",
    `${DOMAIN}*[a-z]{1,50}\\.com`,
    "[a-z]+",
  ),
  "ipv4 ip4 ipv4address ipaddress": recipe(V4, `[1-9](?:\\.(?:\\d|${BYTE})){3}`),
  "ipv6 ip6 ipv6address": recipe(
    `2001:0db8(?::${HEX}{4}){6}`,
    `2001::${HEX}{1,4}`,
    `::${HEX}{0,4}`,
  ),
  "cidr cidrv4 ipv4network": recipe(NETWORK),
  "cidrv6 ipv6network": recipe(`${V6}::/48`),
  ipv4interface: recipe(INTERFACE),
  ipv6interface: recipe(`${V6}::${HEX}{3}/64`),
  "ip ipvanyaddress": recipe(`(?:${V4}|${V6}::${HEX}{4})`),
  ipvanynetwork: recipe(`(?:${NETWORK}|${V6}::/48)`),
  ipvanyinterface: recipe(`(?:${INTERFACE}|${V6}::${HEX}{3}/64)`),
  "mac macaddress mac48 eui48": recipe(`02(?::${HEX}{2}){5}`),
  "filepath newpath file filename": recipe("/{word}/{word}\\.txt", "/[a-z]+\\.txt"),
  jsonpointer: recipe("/{word}/\\d", "/[a-z]*", ""),
  jsonpointerurifragment: recipe("#/{word}", "#/[a-z]*", "#"),
  relativejsonpointer: recipe("1/{word}", "1/[a-z]*", "\\d"),
  "dataurl datauri": recipe("data:text/plain;base64,(?:[A-Za-z0-9+/]{4}){4,9}"),

  "semver semanticversion version": recipe("\\d\\.\\d\\.\\d", "\\d\\.\\d\\.\\d-[a-z]+"),
  slug: recipe("{word}-{word}", "[a-z]+-[a-z]+", "[a-z]+"),
  regex: recipe("\\^\\[a-z[a-z]\\]\\+\\$", "[a-z]*"),
  binary: recipe("{word}", "[a-z]*"),
  password: recipe("[A-Z]{5}[a-z]{5}-\\d{3}", "[A-Za-z0-9]*"),
  color: recipe("{color}", `#${HEX}{6}`),
  "phone phonenumber tel telephone mobile": recipe("\\+1-202-555-\\d{4}"),
  e164: recipe("\\+1202555\\d{4}"),
  "int32 int64": recipe("[1-9]\\d{0,2}"),
  decimal: recipe("\\d{1,3}\\.\\d\\d"),
  "countryalpha3 countrycodealpha3 iso3166alpha3": recipe(`(?:${ALPHA_3})`),
  "creditcard paymentcardnumber cardnumber creditcardnumber": cardNumber,
  "ean ean13": articleNumber(13),
  ean8: articleNumber(8),
  upc: articleNumber(12),
  gtin: articleNumber(14),

  "uuid guid uuidstring": () => uuid,
  ...Object.fromEntries([1, 3, 4, 5, 6, 7, 8].map((it) => [`uuid${it}`, uuidOf(it)])),
  ulid: token("01", "[0-9A-HJKMNP-TV-Z]", 24),
  nanoid: token("", "[A-Za-z0-9_-]", 21),
  cuid: token("c", LOWER, 24),
  cuid2: token("k", LOWER, 23),
  xid: token("", "[0-9a-v]", 20),
  ksuid: token("2", "[A-Za-z0-9]", 26),
  "objectid mongoid": recipe(`${HEX}{24}`),
  "hex hexadecimal": recipe(`(?:${HEX}{2}){8}`, `(?:${HEX}{2})*`, `${HEX}*`),
  ...Object.fromEntries(Object.entries(DIGESTS).flatMap(([name, bytes]) => digest(name, bytes))),
  "base64 base64string base64encoded base64bytes byte": encoded("base64"),
  base64url: encoded("base64url"),
  // The header and the claims can be decoded (RFC 7519).
  jwt: recipe(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9\\.eyJzdWIiOiIxMjM0NTY3ODkwIiwiaWF0IjoxNzY3MjI1NjAwfQ\\.[\\w-]{42}[AEIMQUYcgkosw048]",
  ),

  "html htmlfragment": recipe(
    "<h1>{title}</h1><p>{sentence}</p>",
    "<p>{word}</p>",
    "<p>{sentence}[a-z]*</p>",
  ),
  "markdown commonmark md mdx": recipe(
    "# {title}\n\n{sentence}\n\n- \\*\\*{word}\\*\\*\n- {word}",
    "\\*\\*{word}\\*\\*",
    "# {title}\n\n{sentence}[a-z]*",
  ),
  "json jsonstring": recipe(
    '\\{"name":"{word}","count":{count},"note":"{sentence}"\\}',
    '\\{"{word}":{count}\\}',
    "{count}",
    "1",
    '\\{"note":"{sentence}[a-z]*"\\}',
  ),
  xml: recipe(
    '<document id="{count}"><title>{title}</title><note>{sentence}</note></document>',
    "<{word}/>",
    "<note>{sentence}[a-z]*</note>",
  ),
  "yaml yml": recipe("name: {word}\ncount: {count}\ntags:\n  - {word}\n", "name: {word}[a-z]*"),
  csv: recipe("name,count\n{word},{count}\n{word},{count}\n"),
  css: recipe("\\.{word} \\{ color: #336699; margin: {count}px; \\}", "\\.{word} \\{\\}"),
  latex: recipe("\\\\frac\\{x\\^2\\}\\{{count}\\} \\+ \\\\sqrt\\{{count}\\}"),
  sql: recipe(
    "SELECT {word}, count\\(\\*\\) FROM {word} GROUP BY 1;",
    "SELECT \\* FROM {word}[a-z]*;",
  ),
  "code python sourcecode": recipe(
    "def {word}\\(n\\):\n    return n \\* {count}\n",
    'print\\("{word}[a-z]*"\\)',
  ),
};

const MAKERS: ReadonlyMap<string, FormatMaker> = new Map(
  Object.entries(FORMATS).flatMap(([names, make]) =>
    names.split(" ").map((name): [string, FormatMaker] => [name, make]),
  ),
);

/** A format's name in lowercase without separators, so `date-time` and `dateTime` are the same. */
export function squeezed(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** A writer for a built-in format; undefined if there is none. Ignores case and separators. */
export function plainFormatWriter(format: string, words: FormatWords): FormatWriter | undefined {
  return MAKERS.get(squeezed(format))?.(words);
}

/** A writer for a format that is built in or in the lexicon; undefined if the format is unknown. */
export function formatWriter(format: string, lexicon: Lexicon): FormatWriter | undefined {
  return plainFormatWriter(format, lexicon.words) ?? lexicon.format?.(format);
}
