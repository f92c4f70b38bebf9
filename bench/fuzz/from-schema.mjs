// Values that match one of our JSON Schemas, except that each part is occasionally wrong. Supports only the keywords that our
// schemas use.
import fc from "fast-check";
import { anyText } from "./mutations.mjs";
import { pattern } from "./pattern.mjs";
import { anyJson } from "./schema.mjs";

const MOST_CHOSEN = 3;
const WRONG = 1;
const RIGHT = 40;

/** Usually conforming values. `root` is the document that references point into. */
export function valuesOf(schema, root = schema) {
  const right = rightValuesOf(schema, root);
  return fc.oneof(
    { weight: RIGHT, arbitrary: right },
    { weight: WRONG, arbitrary: fc.oneof(anyJson, pattern) },
  );
}

function rightValuesOf(schema, root) {
  if (schema.$ref !== undefined) return valuesOf(targetOf(schema.$ref, root), root);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === "object") return objectsOf(schema, root);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((each) => valuesOf(each, root)));
  switch (schema.type) {
    case "array":
      return listsOf(schema, root);
    case "string":
      return stringsOf(schema);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numbersOf(schema);
    default:
      return anyJson;
  }
}

function targetOf(reference, root) {
  const path = reference.split("/").slice(1);
  return path.reduce((value, key) => value[key], root);
}

/** In our schemas, keys that exclude each other are listed in `oneOf`. */
function objectsOf(schema, root) {
  const { properties = {}, required = [], oneOf = [{}], additionalProperties: more } = schema;
  const exclusive = oneOf.flatMap((branch) => branch.required ?? []);
  const optional = Object.keys(properties).filter(
    (key) => ![...required, ...exclusive].includes(key),
  );
  const keys = fc
    .tuple(fc.constantFrom(...oneOf), someOf(optional))
    .map(([branch, chosen]) => [...new Set([...required, ...(branch.required ?? []), ...chosen])]);
  const declared = keys.chain((chosen) =>
    fc.record(
      Object.fromEntries(chosen.map((key) => [key, valuesOf(properties[key] ?? {}, root)])),
    ),
  );
  if (more === false) return declared;
  const others = typeof more === "object" ? valuesOf(more, root) : anyJson;
  const added = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), others, { maxKeys: 2 });
  return fc.tuple(added, declared).map((parts) => Object.assign({}, ...parts));
}

/** A few of the items. */
export function someOf(items) {
  return fc.subarray(items, { maxLength: Math.min(items.length, MOST_CHOSEN) });
}

function listsOf({ prefixItems, items = {}, minItems = 0, maxItems = 4 }, root) {
  if (prefixItems !== undefined)
    return fc.tuple(...prefixItems.map((each) => valuesOf(each, root)));
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) };
  return fc.array(valuesOf(items, root), bounds);
}

function stringsOf({ pattern: source }) {
  return source === undefined ? anyText : fc.oneof(matching(source), anyText);
}

/** fast-check can't make strings for every pattern: it has no lookaheads. */
function matching(source) {
  try {
    return fc.stringMatching(new RegExp(source));
  } catch {
    return anyText;
  }
}

function numbersOf({ type, minimum, exclusiveMinimum, maximum = 2 ** 53 }) {
  const least = minimum ?? exclusiveMinimum ?? -1000;
  if (type === "number") return fc.double({ min: least, max: maximum, noNaN: true });
  return fc.oneof(
    fc.integer({ min: least, max: Math.min(maximum, least + 100) }),
    fc.maxSafeInteger().map((value) => Math.min(maximum, Math.max(least, value))),
  );
}
