import type { Lexicon } from "../lexicon/lexicon.ts";
import { CODE_FORMATS } from "./code-formats.ts";
import { document, recipe } from "./format-recipes.ts";
import {
  date,
  type FormatMaker,
  type FormatWords,
  type FormatWriter,
  timeOfDay,
  uuid,
} from "./pieces.ts";

/** A moment with a fraction of a second if it has to be longer. */
function moment(write: FormatWriter): FormatMaker {
  return () => (rng, least, most) => {
    const text = write(rng, least, most);
    const missing = least - text.length - 1;
    return `${text}${missing > 0 ? `.${"0".repeat(Math.max(1, missing - 1))}` : ""}Z`;
  };
}

const time = moment(timeOfDay);
const dateTime = moment((rng) => `${date(rng)}T${timeOfDay(rng)}`);

const DOMAIN = "(?:[a-z]{1,50}\\.)";
const BYTE = "(?:[1-9]\\d|1\\d\\d)";
const [V4, V6] = [`(?:1[1-9]|[2-9]\\d|1\\d\\d)(?:\\.${BYTE}){3}`, "2001:db8:[0-9a-f]{4}"];
const MONTH = "(?:0[1-9]|1[0-2])";
const DAY = "(?:0[1-9]|1\\d|2[0-8])";
const YEAR = "20[12]\\d";

const EMAIL = recipe(
  "{email}",
  "[a-z]{4,40}@example\\.com",
  `[a-z]+@${DOMAIN}*[a-z]{1,50}\\.com`,
  "[a-z]@b\\.c",
);
const URI = recipe(
  "https://example\\.com/{word}/{word}",
  "https://example\\.com/{word}[a-z]*",
  "a:[a-z]+",
);
const RELATIVE = recipe("/{word}/{word}", "/[a-z]*", "[a-z]*");
const HOST = recipe("{word}\\.example\\.com", `${DOMAIN}*[a-z]{1,50}\\.com`, "[a-z]+");
const DATA = "name,count\n{word},{count}\n{word},{count}\n";

/** Formats by their names without separators. Each can have other names, as used by exporters and registries. */
const FORMATS: { readonly [names: string]: FormatMaker } = {
  ...CODE_FORMATS,
  "date isodate fulldate localdate": () => date,
  "time isotime fulltime": time,
  "datetime isodatetime googledatetime iso8601 rfc3339 timestamp zoneddatetime offsetdatetime":
    dateTime,
  "timelocal partialtime": () => timeOfDay,
  "datetimelocal naivedatetime": () => (rng) => `${date(rng)}T${timeOfDay(rng)}`,
  httpdate: () => (rng) => new Date(`${date(rng)}T${timeOfDay(rng)}Z`).toUTCString(),
  timehour: recipe("(?:[01]\\d|2[0-3])"),
  "timeminute timesecond": recipe("[0-5]\\d"),
  timenumoffset: recipe("\\+(?:0\\d|1[01]):00"),
  "yearmonth month": recipe(`${YEAR}-${MONTH}`),
  monthday: recipe(`${MONTH}-${DAY}`),
  datemonth: recipe(MONTH),
  datemday: recipe(DAY),
  "datefullyear year": recipe(YEAR),
  week: recipe(`${YEAR}-W(?:0[1-9]|[1-4]\\d|5[0-2])`),
  unixtime: recipe("1[67]\\d{8}"),
  utcmillisec: recipe("1[4-8]\\d{11}"),
  "duration timedelta isoduration": recipe("P[1-9]DT[1-9]H", "P[1-9]\\d*D"),
  googleduration: recipe("[1-9]\\d{0,2}s"),
  "email idnemail emailaddress emailstr": EMAIL,
  "uri iri": URI,
  "url httpurl httpsurl anyurl anyhttpurl weburl website link urihttps urihttp imageurl": recipe(
    "https://example\\.com/{word}/{word}",
    "https://example\\.com/{word}[a-z]*",
    "ftp://a\\.co[a-z]*",
  ),
  "urireference relativeuri irireference path": RELATIVE,
  uritemplate: recipe("/{word}/\\{id\\}", "/[a-z]*", ""),
  "hostname idnhostname domain domainname fqdn host": HOST,
  "ipv4 ip4 ipv4address ipaddress": recipe(V4, "[1-9](?:\\.\\d{1,3}){3}"),
  "ipv6 ip6 ipv6address": recipe(
    "2001:0db8(?::[0-9a-f]{4}){6}",
    "2001::[0-9a-f]{1,4}",
    "::[0-9a-f]{0,4}",
  ),
  "cidr cidrv4 ipv4network": recipe("10(?:\\.\\d{1,2}){2}\\.0/24"),
  "cidrv6 ipv6network": recipe(`${V6}::/48`),
  ipv4interface: recipe("10(?:\\.\\d{1,2}){3}/24"),
  ipv6interface: recipe(`${V6}::[0-9a-f]{3}/64`),
  "ip ipvanyaddress": recipe(`(?:${V4}|${V6}::[0-9a-f]{4})`),
  ipvanynetwork: recipe(`(?:10(?:\\.\\d{1,2}){2}\\.0/24|${V6}::/48)`),
  ipvanyinterface: recipe(`(?:10(?:\\.\\d{1,2}){3}/24|${V6}::[0-9a-f]{3}/64)`),
  "mac macaddress mac48 eui48": recipe("02(?::[0-9a-f]{2}){5}"),
  "semver semanticversion version": recipe("\\d\\.\\d\\.\\d", "\\d\\.\\d\\.\\d-[a-z]+"),
  "filepath newpath file filename": recipe("/{word}/{word}\\.txt", "/[a-z]+\\.txt"),
  "directorypath directory folder folderpath": RELATIVE,
  slug: recipe("{word}-{word}", "[a-z]+-[a-z]+", "[a-z]+"),
  jsonpointer: recipe("/{word}/\\d", "/[a-z]*", ""),
  jsonpointerurifragment: recipe("#/{word}", "#/[a-z]*", "#"),
  relativejsonpointer: recipe("1/{word}", "1/[a-z]*", "\\d"),
  regex: recipe("\\^\\[a-z[a-z]\\]\\+\\$", "[a-z]*"),
  binary: recipe("{word}", "[a-z]*"),
  password: recipe("[A-Z]{5}[a-z]{5}-\\d{3}", "[A-Za-z0-9]*"),
  color: recipe("{color}", "#[0-9a-f]{6}"),
  "phone phonenumber tel telephone mobile": recipe("\\+1-202-555-\\d{4}"),
  e164: recipe("\\+1202555\\d{4}"),
  "int32 int64": recipe("[1-9]\\d{0,2}"),
  decimal: recipe("\\d{1,3}\\.\\d\\d"),
  "uuid guid uuidstring": () => uuid,
  "html htmlfragment": document("<h1>{title}</h1><p>{sentence}</p>", "<p>{word}</p>"),
  "markdown commonmark md mdx": document(
    "# {title}\n\n{sentence}\n\n- **{word}**\n- {word}",
    "**{word}**",
  ),
  "json jsonstring": document(
    '{"name":"{word}","count":{count},"note":"{sentence}"}',
    '{"{word}":{count}}',
    "{count}",
    "1",
  ),
  xml: document(
    '<document id="{count}"><title>{title}</title><note>{sentence}</note></document>',
    "<{word}/>",
  ),
  svg: document(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><circle cx="50" cy="50" r="{count}"/></svg>',
  ),
  "yaml yml": document("name: {word}\ncount: {count}\ntags:\n  - {word}\n", "name: {word}"),
  csv: document(DATA),
  css: document(".{word} { color: #336699; margin: {count}px; }", ".{word} {}"),
  latex: document("\\frac{x^2}{{count}} + \\sqrt{{count}}"),
  sql: document("SELECT {word}, count(*) FROM {word} GROUP BY 1;", "SELECT * FROM {word};"),
  "code python sourcecode": document("def {word}(n):\n    return n * {count}\n", 'print("{word}")'),
};

const MAKERS: ReadonlyMap<string, FormatMaker> = new Map(
  Object.entries(FORMATS).flatMap(([names, make]) =>
    names.split(" ").map((name): [string, FormatMaker] => [name, make]),
  ),
);

/**
 * A format's name in lowercase without separators, so that `date-time` and `dateTime` are the same.
 */
export function squeezed(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** A writer for a format that is more than a list of words. */
export function plainFormatWriter(format: string, words: FormatWords): FormatWriter | undefined {
  return MAKERS.get(squeezed(format))?.(words);
}

/**
 * A writer for a format, however its name is spelled; undefined for a format that says nothing
 * about the appearance of strings.
 */
export function formatWriter(format: string, lexicon: Lexicon): FormatWriter | undefined {
  return plainFormatWriter(format, lexicon.words) ?? lexicon.format?.(format);
}
