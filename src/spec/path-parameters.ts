import type { JsonObject } from "../core/json.ts";
import { nearest } from "../core/nearest.ts";
import { asObject, namesInPath, type PlacedOperation, resolveRef } from "./document-place.ts";
import { parametersOf } from "./request-place.ts";

/** A parameter in a path that neither the path nor the operation declares. */
type Undeclared = {
  readonly name: string;
  /** Its declaration by default; undefined if its name looks misspelled. */
  readonly implied?: JsonObject;
  /** The name in `components.parameters` that it probably stands for. */
  readonly meant?: string;
};

/** By default, a parameter is the one with its name in `components.parameters`, or else a string. */
export function undeclaredInPath(
  document: JsonObject,
  served: PlacedOperation,
): readonly Undeclared[] {
  const inPath = namesInPath(served.path);
  const declared = parametersOf(document, served).filter(isInPath).map(nameOf);
  const shared = Object.entries(asObject(asObject(document["components"])["parameters"]))
    .map(([key, given]) => ({ key, parameter: asObject(resolveRef(document, given)) }))
    .filter(({ parameter }) => isInPath(parameter))
    .map(({ key, parameter }) => ({ key, name: nameOf(parameter) }));
  const others = shared.map(({ name }) => name).filter((name) => !inPath.includes(name));
  const missing = inPath.filter((name) => !declared.includes(name));
  return missing.map((name) => {
    const [only, ...more] = shared.filter((parameter) => parameter.name === name);
    if (only !== undefined && more.length === 0)
      return { name, implied: { $ref: `#/components/parameters/${only.key}` } };
    const meant = only === undefined ? nearest(name, others) : undefined;
    if (meant !== undefined) return { name, meant };
    return { name, implied: { name, in: "path", required: true, schema: { type: "string" } } };
  });
}

/** Whether a parameter is in the path. */
export function isInPath(parameter: JsonObject): boolean {
  return parameter["in"] === "path";
}

function nameOf(parameter: JsonObject): string {
  return String(parameter["name"]);
}
