import { fullFormats } from "ajv-formats/dist/formats.js";

const DATE = "\\d{4}-\\d\\d-\\d\\d";
const CLOCK = "\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?";
const ZONE = "([zZ]|[+-]\\d\\d(:?\\d\\d)?)";

/** Expressions that match every string in a format, and possibly others. */
const LOOSE: { readonly [format: string]: string } = {
  byte: "^[A-Za-z0-9+/=\\s]*$",
  date: `^${DATE}$`,
  "date-time": `^${DATE}[tT\\s]${CLOCK}${ZONE}$`,
  duration: "^P(\\d+[YMDW])*(T(\\d+[HMS])+)?$",
  email: "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\\-]+@([A-Za-z0-9\\-]+\\.)+[A-Za-z0-9\\-]+$",
  hostname: "^[A-Za-z0-9.\\-]{1,254}$",
  ipv4: "^(\\d{1,3}\\.){3}\\d{1,3}$",
  ipv6: "^[0-9A-Fa-f:.]{2,45}$",
  "iso-date-time": `^${DATE}[tT\\s]${CLOCK}${ZONE}?$`,
  "iso-time": `^${CLOCK}${ZONE}?$`,
  "json-pointer": "^(\\/[^]*)?$",
  "json-pointer-uri-fragment": "^#[!-~]*$",
  "relative-json-pointer": "^(0|[1-9]\\d*)[^]*$",
  time: `^${CLOCK}${ZONE}$`,
  uri: "^[A-Za-z][A-Za-z0-9+.\\-]*:[!-~]*$",
  "uri-reference": "^[!-~]*$",
  url: "^[A-Za-z\\u017f]{3,5}:\\/\\/\\S{4,}$",
  uuid: "^([uU][rR][nN]:[uU][uU][iI][dD]:)?[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$",
};

/** An expression that matches every string in a format; undefined if none is known. */
export function looseSourceOf(format: string): string | undefined {
  return Object.hasOwn(LOOSE, format) ? LOOSE[format] : undefined;
}

/** Expressions for typical strings in a format, not for all of them. */
const USUAL: { readonly [format: string]: string } = {
  date: "^20[0-4]\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])$",
  "date-time":
    "^20[0-4]\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-2]):[0-5]\\d)$",
  time: "^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-2]):[0-5]\\d)$",
  uri: "^[a-z][a-z0-9+.-]*:(\\/\\/[a-z0-9.-]+(:\\d{1,4})?(\\/[A-Za-z0-9._~-]+)*|(\\/[A-Za-z0-9._~-]+)+|[A-Za-z0-9]+[:@.][A-Za-z0-9.-]+)\\/?(\\?[a-z0-9=&]+)?(#[a-z0-9]*)?$",
  "uri-reference": "^([a-z]+:\\/\\/[a-z0-9.-]+)?(\\/?[A-Za-z0-9._~-]+)(\\/[A-Za-z0-9._~-]+)*\\/?$",
  url: "^https?:\\/\\/[a-z0-9]+(\\.[a-z0-9]+)*\\.[a-z]{2,}(\\/\\S*)?$",
  email: "^[a-z0-9._+-]*[a-z0-9]@([a-z0-9]+\\.)+[a-z]+$",
};

/** An expression for strings in a format, possibly not for all of them. */
export function usualSourceOf(format: string): string | undefined {
  if (Object.hasOwn(USUAL, format)) return USUAL[format];
  if (!Object.hasOwn(fullFormats, format)) return undefined;
  const known: unknown = fullFormats[format as keyof typeof fullFormats];
  return known instanceof RegExp ? known.source : undefined;
}
