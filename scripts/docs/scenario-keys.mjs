import { scenarioJsonSchema } from "../../src/scenario/grammar/scenario-file.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";

/** Values with their own syntax, which the reference explains only once. */
const LEAVES = new Set(["duration", "share", "distribution"]);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const entriesOf = (value) => (isObject(value) ? Object.entries(value) : []);

/** Every key that a scenario file can have with the default spec, with its description. */
export async function documentedKeys() {
  return scenarioKeys(scenarioJsonSchema(vocabularyOf(await loadBaseDocument())));
}

/**
 * Every key that a scenario file can have, with its description, from the JSON Schema of such
 * files. `[]` is an item of a list, and `<id>` is a key that the author chooses.
 */
function scenarioKeys(schema) {
  const found = new Map();
  const visit = (value, path) => {
    const part = resolved(value);
    if (part === undefined) return;
    for (const [key, child] of entriesOf(part.properties)) {
      const name = path === "" ? key : `${path}.${key}`;
      const note = part.required?.includes(key) ? " Required." : "";
      found.set(name, `${child.description ?? ""}${note}`);
      if (path !== "" || key !== "assumptions") visit(child, name);
    }
    for (const option of part.anyOf ?? []) visit(option, path);
    visit(part.items, `${path}[]`);
    visit(part.additionalProperties, `${path}.<id>`);
  };
  const resolved = (value) => {
    if (!isObject(value)) return undefined;
    const name = /^#\/\$defs\/(.+)$/.exec(value.$ref ?? "")?.[1];
    if (name === undefined) return value;
    return LEAVES.has(name) ? undefined : resolved(schema.$defs?.[name]);
  };
  visit(schema, "");
  return [...found];
}
