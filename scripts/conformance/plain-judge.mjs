import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";

const CLASSES = [
  [/2020-12/, Ajv2020],
  [/2019-09/, Ajv2019],
  [/draft-0[67]/, Ajv],
  [/draft-04/, ajvDraft04.default],
];

/**
 * A judge that consists only of Ajv, with the engine's own regular expressions; undefined if Ajv
 * can't compile the schema.
 */
export function plainJudge(schema) {
  const named = String(schema?.$schema ?? "");
  const known = CLASSES.filter(([name]) => name.test(named));
  const classes = (known.length > 0 ? known : CLASSES).map(([, Class]) => Class);
  for (const Class of classes) {
    for (const unicodeRegExp of [true, false]) {
      for (const strip of [false, true]) {
        const judge = attempt(Class, cleaned(schema, strip), unicodeRegExp);
        if (judge !== undefined) return judge;
      }
    }
  }
  return undefined;
}

function attempt(Class, schema, unicodeRegExp) {
  const ownProperties = /"(constructor|toString|valueOf|hasOwnProperty|__proto__)"/.test(
    JSON.stringify(schema),
  );
  try {
    const ajv = new Class({ strict: false, logger: false, unicodeRegExp, ownProperties });
    ajvFormats.default(ajv);
    const validate = ajv.compile(schema);
    return (value) => (validate(value) === true ? undefined : ajv.errorsText(validate.errors));
  } catch {
    return undefined;
  }
}

/** Removes what has no meaning but confuses Ajv, and repeated enum values. */
function cleaned(value, strip, name) {
  if (Array.isArray(value)) {
    const items = value.map((item) => cleaned(item, strip));
    if (name !== "enum") return items;
    const texts = items.map((item) => JSON.stringify(item));
    return items.filter((_, index) => texts.indexOf(texts[index]) === index);
  }
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => MAPS.has(name) || !isNoise(key, item, strip),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, cleaned(item, strip, key)]));
}

/** Keywords whose values have names as keys. */
const MAPS = new Set(["properties", "definitions", "$defs", "patternProperties"]);

function isNoise(key, item, strip) {
  const names = strip ? ["$schema", "id", "$id"] : ["$schema"];
  return key === "$async" || (names.includes(key) && typeof item === "string");
}
