import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { describeValue, within } from "../../yaml/data-path.ts";
import { asObject } from "../document-place.ts";
import { type DocumentProblem, problemIf } from "./found.ts";

/**
 * The parts of a template that look like a value or an operator, but would be sent literally;
 * `names` are the names that the template can use.
 */
export function inertParts(template: JsonValue, names: readonly string[]): DocumentProblem[] {
  if (typeof template === "string") {
    const message = `Expected \`{ $eval: ${template} }\` for the value \`${template}\`, got its name, which would be sent literally. If this is intended, write \`\${'${template}'}\`.`;
    // Only names that don't look like ordinary words count, such as `jobId`, but not `file`.
    return problemIf(/[.A-Z]/.test(template) && names.includes(template), [], message);
  }
  if (Array.isArray(template))
    return template.flatMap((item, index) => within([index], inertParts(item, names)));
  if (!isJsonObject(template)) return [];
  const operator = bareOperator(template);
  if (operator !== undefined) {
    const message = `Expected the operator \`$${operator}\`, got the key \`${operator}\`, which would be sent literally. If this is intended, write \`\${'${operator}'}\`.`;
    return [{ path: [operator], message }];
  }
  return Object.entries(template).flatMap(([key, part]) => {
    // An operator's string operand is an expression.
    if (typeof part === "string" && /^\$[a-z]/i.test(key)) return [];
    return within([key], inertParts(part, namesUnder(template, key, names)));
  });
}

/**
 * The inert parts of a template for a whole body or line. A string that inserts no value is also
 * inert: it is probably a YAML alias without its `*`.
 */
export function inertBody(template: JsonValue, names: readonly string[]): DocumentProblem[] {
  const found = inertParts(template, names);
  if (typeof template !== "string" || template.includes("${") || found.length > 0) return found;
  const message = `Expected a template, got ${describeValue(template)}, which every client would receive as is. A YAML alias begins with \`*\`. To send this string literally, write \`\${'${template}'}\`.`;
  return [{ path: [], message }];
}

/** The names that a part of a template can use; a list's item template has its own variable. */
export function namesUnder(
  template: JsonValue,
  key: string,
  names: readonly string[],
): readonly string[] {
  const [, variable] = /^each\((\w+)\)$/.exec(key) ?? [];
  if (variable === undefined || !isJsonObject(template)) return names;
  const items = `${String(asObject(template["$map"])["$eval"])}[].`;
  return names.map((name) =>
    name.startsWith(items) ? `${variable}.${name.slice(items.length)}` : name,
  );
}

/** Keys of operator objects, sorted and without the `$`. An object with any other key is data. */
const BARE = [
  { keys: /^(else )?(if)( then)?$/, operand: "text" },
  { keys: /^()(eval)$/, operand: "text" },
  { keys: /^(each\(.*\) )(map|find|reduce)$/, operand: "any" },
  { keys: /^(in )(let)$/, operand: "parts" },
  { keys: /^()(switch|match|merge|mergeDeep|flatten|flattenDeep)$/, operand: "parts" },
];

/** The operator that an object would be if its keys began with `$`; undefined if it is data. */
function bareOperator(template: JsonObject): string | undefined {
  const given = Object.keys(template).sort().join(" ");
  const found = BARE.flatMap(({ keys, operand }) => {
    const [, , operator = ""] = keys.exec(given) ?? [];
    const kind = typeof template[operator] === "string" ? "text" : "parts";
    return operator !== "" && ["any", kind].includes(operand) ? [operator] : [];
  });
  return found[0];
}
