import { isJsonObject, type JsonObject, type JsonValue } from "../../src/core/json.ts";

/** Values that have a form of their own, which is explained once. */
const LEAVES: ReadonlySet<string> = new Set(["duration", "share", "distribution"]);

/** Every key that a scenario file may have, by the JSON Schema of such files: its path and what it says. */
export function scenarioReference(schema: JsonObject): [path: string, about: string][] {
  const found = new Map<string, string>();
  const visit = (value: JsonValue | undefined, path: string): void => {
    const part = resolved(value);
    if (part === undefined) return;
    for (const [key, child] of entriesOf(part["properties"])) {
      const name = path === "" ? key : `${path}.${key}`;
      found.set(name, String(isJsonObject(child) ? (child["description"] ?? "") : ""));
      if (path !== "" || key !== "assumptions") visit(child, name);
    }
    for (const option of listOf(part["anyOf"])) visit(option, path);
    visit(part["items"], `${path}[]`);
    visit(part["additionalProperties"], `${path}.<id>`);
  };
  const resolved = (value: JsonValue | undefined): JsonObject | undefined => {
    if (!isJsonObject(value)) return undefined;
    const name = /^#\/\$defs\/(.+)$/.exec(String(value["$ref"] ?? ""))?.[1];
    if (name === undefined) return value;
    return LEAVES.has(name)
      ? undefined
      : resolved(entriesOf(schema["$defs"]).find(([id]) => id === name)?.[1]);
  };
  visit(schema, "");
  return [...found];
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
