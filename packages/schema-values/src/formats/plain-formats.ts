import { DAY_FORMATS } from "./day-formats.ts";
import { DOCUMENT_FORMATS } from "./document-formats.ts";
import type { FormatMaker, FormatWords, FormatWriter } from "./format-parts.ts";
import { NET_FORMATS } from "./net-formats.ts";
import { STANDARD_FORMATS } from "./standard-formats.ts";
import { TOKEN_FORMATS } from "./token-formats.ts";
import { TRADE_FORMATS } from "./trade-formats.ts";

/** Other names of formats, as used by exporters and registries. */
const ALIASES: readonly (readonly [string, string])[] = [
  ["date-time", "iso8601|isodatetime|rfc3339|timestamp|zoneddatetime|offsetdatetime"],
  ["date", "isodate|fulldate|localdate"],
  ["time", "fulltime"],
  ["duration", "timedelta|isoduration"],
  ["email", "emailaddress|emailstr|idnemail"],
  ["url", "httpurl|httpsurl|anyurl|anyhttpurl|weburl|website|link|urihttps|urihttp|imageurl"],
  ["hostname", "domain|domainname|fqdn|host"],
  ["ipv4", "ip4|ipv4address|ipaddress"],
  ["ipv6", "ip6|ipv6address"],
  ["mac", "macaddress|mac48|eui48"],
  ["phone", "phonenumber|tel|telephone|mobile"],
  ["semver", "semanticversion|version"],
  ["filepath", "newpath|file|filename"],
  ["directorypath", "directory|folder|folderpath"],
  ["html", "htmlfragment"],
  ["markdown", "md|mdx"],
  ["yaml", "yml"],
  ["code", "python|sourcecode"],
  ["base64", "base64string|base64encoded|base64bytes"],
  ["guid", "uuidstring"],
];

const MAKERS: ReadonlyMap<string, FormatMaker> = makers();

function makers(): Map<string, FormatMaker> {
  const tables = [
    STANDARD_FORMATS,
    TOKEN_FORMATS,
    NET_FORMATS,
    TRADE_FORMATS,
    DOCUMENT_FORMATS,
    DAY_FORMATS,
  ];
  const all = new Map<string, FormatMaker>();
  for (const [name, maker] of tables.flatMap((table) => Object.entries(table))) {
    if (!all.has(squeezed(name))) all.set(squeezed(name), maker);
  }
  for (const [name, others] of ALIASES) {
    const maker = all.get(squeezed(name));
    for (const other of others.split("|"))
      if (maker !== undefined && !all.has(other)) all.set(other, maker);
  }
  return all;
}

/**
 * A format's name in lowercase without separators, so that `date-time` and `dateTime` are the same.
 */
export function squeezed(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** A writer for a format that is more than a recipe. */
export function plainFormatWriter(format: string, words: FormatWords): FormatWriter | undefined {
  return MAKERS.get(squeezed(format))?.(words);
}
