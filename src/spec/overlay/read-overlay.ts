import type { Issue } from "../../core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { type DataPath, describeValue, formatPath, type KeyOrValue } from "../../yaml/data-path.ts";
import { readYaml, type TextPosition } from "../../yaml/yaml-source.ts";
import { unknownKeys, within } from "../check/found.ts";
import { expressionProblem, type Select } from "./json-path.ts";

/** An overlay, if the text is one, and every problem with it. */
type OverlayReading = { readonly overlay?: Overlay; readonly issues: readonly Issue[] };

/** How JSONPath expressions are read, and the names of the shipped overlays that can be extended. */
type Known = { readonly select: Select; readonly bases: readonly string[] };

/** Parses an overlay (Overlay Specification 1.0 or 1.1) from YAML or JSON. */
export function readOverlay(file: string, text: string, { select, bases }: Known): OverlayReading {
  const source = readYaml(text);
  const issues: Issue[] = source.problems.map((problem) => ({ file, ...problem }));
  // In invalid YAML, one mistake makes everything after it look wrong.
  if (source.data === undefined) return { issues: issues.slice(0, 1) };
  const complain: Complain = (path, message, at = "value") => {
    issues.push({ file, ...source.locate(path, at), path: formatPath(path), message });
  };
  // YAML aliases are parsed as one object in several places, which actions could not change separately.
  const data: JsonValue = JSON.parse(JSON.stringify(source.data));
  const parts = readParts(data, { select, bases, complain });
  if (parts === undefined || issues.length > 0) return { issues };
  return { overlay: { file, ...parts, locate: source.locate }, issues };
}

type Complain = (path: DataPath, message: string, at?: KeyOrValue) => void;
type Parts = Pick<Overlay, "title" | "base" | "actions">;

const ROOT_KEYS = ["overlay", "info", "extends", "actions"];
const ACTION_KEYS = ["target", "description", "update", "remove", "copy"];
const INFO_KEYS = ["title", "version", "description"];

function readParts(
  data: JsonValue,
  { select, bases, complain }: Known & { readonly complain: Complain },
): Parts | undefined {
  if (!isJsonObject(data)) {
    complain([], `Expected an OpenAPI Overlay, got ${describeValue(data)}.`);
    return undefined;
  }
  requireKnown(data, ROOT_KEYS, [], complain);
  checkVersion(data["overlay"], complain);
  const base = readExtends(data["extends"], bases, complain);
  const title = readInfo(data["info"], complain);
  const { actions } = data;
  if (!Array.isArray(actions) || actions.length === 0) {
    complain(["actions"], `Expected a list of at least one action, got ${describeValue(actions)}.`);
    return undefined;
  }
  const read = actions.map((action, index) =>
    readAction(action, { path: ["actions", index], select, complain }),
  );
  return { title, base, actions: read.filter((action) => action !== undefined) };
}

/** An overlay that names version 1.0 can use all of 1.1, which only adds to it. */
function checkVersion(version: JsonValue | undefined, complain: Complain): void {
  if (typeof version === "string" && /^1\.[01]\.\d+$/.test(version)) return;
  const message = `Expected the version of the Overlay Specification, \`1.0.0\` or \`1.1.0\`, got ${describeValue(version)}.`;
  complain(["overlay"], message);
}

/**
 * The shipped overlay that an overlay extends. Rejects an overlay for another document, which could match this one only by
 * accident.
 */
function readExtends(
  target: JsonValue | undefined,
  bases: readonly string[],
  complain: Complain,
): string | undefined {
  if (target === undefined) return undefined;
  const text = typeof target === "string" ? target : "";
  if (/(^|\/)openapi\.(ya?ml|json)$/.test(text)) return undefined;
  const files = bases.map((name) => `${name}.yaml`);
  if (files.includes(text)) return text.replace(/\.yaml$/, "");
  const [name = ""] = text.split(/[\\/]/).at(-1)?.split(".") ?? [];
  const near = nearest(`${name}.yaml`, files);
  const hint =
    near === undefined
      ? "Overlays apply only to these; `extends` is optional."
      : `Did you mean \`${near}\`?`;
  complain(
    ["extends"],
    `Expected a reference to batch-sim's own document, which ends in \`openapi.yaml\` or \`openapi.json\`, or the file of a shipped overlay, such as \`openai.yaml\`, got ${describeValue(target)}. ${hint}`,
  );
  return undefined;
}

function readInfo(info: JsonValue | undefined, complain: Complain): string {
  if (!isJsonObject(info)) {
    const message = `Expected an object with \`title\` and \`version\`, got ${describeValue(info)}.`;
    complain(["info"], message);
    return "";
  }
  requireKnown(info, INFO_KEYS, ["info"], complain);
  for (const key of ["title", "version"]) {
    if (typeof info[key] === "string") continue;
    const hint = typeof info[key] === "number" ? " Put it in quotes." : "";
    complain(["info", key], `Expected a string, got ${describeValue(info[key])}.${hint}`);
  }
  return String(info["title"]);
}

type ActionContext = {
  readonly path: DataPath;
  readonly select: Select;
  readonly complain: Complain;
};

function readAction(action: JsonValue, context: ActionContext): Action | undefined {
  const { path, select, complain } = context;
  if (!isJsonObject(action)) {
    complain(path, `Expected an action with a \`target\`, got ${describeValue(action)}.`);
    return undefined;
  }
  requireKnown(action, ACTION_KEYS, path, complain);
  const target = readExpression(action, "target", { path, select, complain });
  if (action["remove"] !== undefined && typeof action["remove"] !== "boolean") {
    const message = `Expected true or false, got ${describeValue(action["remove"])}.`;
    complain([...path, "remove"], message);
  }
  const change = readChange(action, context);
  return target === undefined || change === undefined ? undefined : { target, change };
}

function readChange(action: JsonObject, context: ActionContext): Change | undefined {
  const { path, complain } = context;
  if (action["remove"] === true) return { kind: "remove" };
  const { update, copy } = action;
  if ((update === undefined) === (copy === undefined)) {
    const got = update === undefined ? "none" : "two";
    complain(
      path,
      `Expected one of \`update\`, \`copy\`, or \`remove: true\` in an action, got ${got}.`,
    );
    return undefined;
  }
  if (update !== undefined) return { kind: "update", value: update };
  const from = readExpression(action, "copy", context);
  return from === undefined ? undefined : { kind: "copy", from };
}

function readExpression(
  action: JsonObject,
  key: string,
  { path, select, complain }: Pick<ActionContext, "path" | "select" | "complain">,
): string | undefined {
  const expression = action[key];
  if (typeof expression !== "string") {
    const message = `Expected a JSONPath expression such as \`$.paths['/list-jobs']\`, got ${describeValue(expression)}.`;
    complain([...path, key], message);
    return undefined;
  }
  const problem = expressionProblem(select, expression);
  if (problem !== undefined) complain([...path, key], problem);
  return problem === undefined ? expression : undefined;
}

/** Fields that begin with `x-` are extensions, which are always allowed. */
function requireKnown(
  object: JsonObject,
  known: readonly string[],
  path: DataPath,
  complain: Complain,
): void {
  const own = Object.entries(object).filter(([name]) => !name.startsWith("x-"));
  for (const problem of within(path, unknownKeys(Object.fromEntries(own), known)))
    complain(problem.path, problem.message, "key");
}

/** The change that an action makes to each value that its target selects. */
type Change =
  | { readonly kind: "update"; readonly value: JsonValue }
  | { readonly kind: "copy"; readonly from: string }
  | { readonly kind: "remove" };

/** One action of an overlay; `target` is a JSONPath expression (RFC 9535). */
export type Action = { readonly target: string; readonly change: Change };

/** An OpenAPI Overlay: the changes to a document, in order. */
export type Overlay = {
  /** For messages. */
  readonly file: string;
  readonly title: string;
  /** Name of the shipped overlay that comes before it; undefined if it extends the interface document itself. */
  readonly base: string | undefined;
  readonly actions: readonly Action[];
  /** Finds the position of a part in the file. */
  readonly locate: (path: DataPath, at: KeyOrValue) => TextPosition;
};
