import type { JsonObject } from "../core/json.ts";
import { asObjects, asStrings, findOperation } from "./document-place.ts";

/** A numbered part of the interface document. */
export type InterfacePart = {
  /** Its number, such as `4.2`, or its name. */
  readonly part: string;
  readonly title: string;
  readonly text: string;
  /** Name of one of its rules. */
  readonly ruleName: string;
  readonly rules: readonly string[];
  /** IDs of the operations that it describes. */
  readonly operations: readonly string[];
  /** Names of the schemas that it describes. */
  readonly schemas: readonly string[];
};

/** The interface document, part by part. */
export function interfacePartsOf(document: JsonObject): readonly InterfacePart[] {
  return asObjects(document["x-interface"]).map((entry) => {
    const operations = asStrings(entry["operations"]);
    const operation = findOperation(document, operations[0] ?? "");
    return {
      part: String(entry["part"]),
      title: String(entry["title"]),
      text: String(entry["text"] ?? operation?.["description"] ?? "").trim(),
      ruleName: String(entry["ruleName"] ?? "rule"),
      rules: asStrings(entry["rules"]),
      operations,
      schemas: asStrings(entry["schemas"]),
    };
  });
}

/** The texts of the interface document, by part (`4.2`) and rule (`4.2, rule 2`). */
export function interfaceTextsOf(document: JsonObject): Readonly<Record<string, string>> {
  const texts = interfacePartsOf(document).flatMap(({ part, text, ruleName, rules }) => [
    [part, text.replaceAll("\n", " ")],
    ...rules.map((rule, index) => [`${part}, ${ruleName} ${index + 1}`, rule]),
  ]);
  return Object.fromEntries(texts);
}
