import type { Issue } from "../../core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { formatPath, within } from "../../yaml/data-path.ts";
import { readYaml, type YamlSource } from "../../yaml/yaml-source.ts";
import { type DocumentProblem, expected } from "../check/found.ts";
import { anything, extensible, listOf, type Shape, stringOf, yesOrNo } from "../check/shape.ts";
import { asObject, asObjects } from "../document-place.ts";
import { expressionProblem, type Select } from "./json-path.ts";

type OverlayReading = { readonly overlay?: Overlay; readonly issues: readonly Issue[] };

type Known = { readonly select: Select; readonly bases: readonly string[] };

/** Parses an overlay (Overlay Specification 1.0 or 1.1) from YAML or JSON. */
export function readOverlay(file: string, text: string, known: Known): OverlayReading {
  const { data: read, problems, locate } = readYaml(text);
  const syntax: Issue[] = problems.map((problem) => ({ file, ...problem }));
  // In invalid YAML, one mistake can invalidate everything after it.
  if (read === undefined) return { issues: syntax.slice(0, 1) };
  // A YAML alias puts the same object in several places; actions must be able to change each place
  // separately.
  const data: JsonValue = JSON.parse(JSON.stringify(read));
  const found = overlayShape(known)(data).map(({ path, message, at }): Issue => {
    return { file, ...locate(path, at), path: formatPath(path), message };
  });
  const issues = [...syntax, ...found];
  if (issues.length > 0) return { issues };
  return { overlay: overlayOf(file, asObject(data), locate), issues };
}

/** An OpenAPI Overlay: the changes to a document, in order. */
export type Overlay = Readonly<ReturnType<typeof overlayOf>>;

function overlayOf(
  file: string,
  { info, extends: target = "", actions }: JsonObject,
  locate: YamlSource["locate"],
) {
  const base = OWN_DOCUMENT.test(String(target)) ? "" : String(target).replace(/\.yaml$/, "");
  return {
    /** The file's name in messages. */
    file,
    title: String(asObject(info)["title"]),
    /** Name of the shipped overlay that this one extends, if any. */
    base: base === "" ? undefined : base,
    actions: asObjects(actions).map(toAction),
    locate,
  };
}

function overlayShape({ select, bases }: Known): Shape {
  const expression: Shape = (value) => {
    if (typeof value !== "string")
      return expected("a JSONPath expression such as `$.paths['/list-jobs']`", value);
    const message = expressionProblem(select, value);
    return message === undefined ? [] : [{ path: [], message }];
  };
  const actionKeys = extensible(
    "an action with a `target`",
    { target: expression },
    { description: anything, update: anything, remove: yesOrNo, copy: anything },
  );
  const action: Shape = (value) => [
    ...actionKeys(value),
    ...(isJsonObject(value) ? changeProblems(value, expression) : []),
  ];
  return extensible("an OpenAPI Overlay", {
    // An overlay that declares version 1.0 can use all of 1.1, which only adds features.
    overlay: stringOf(
      "the version of the Overlay Specification, `1.0.0` or `1.1.0`",
      /^1\.[01]\.\d+$/,
    ),
    info: extensible(
      "an object with `title` and `version`",
      { title: quoted, version: quoted },
      { description: anything },
    ),
    extends: (value) => extendsProblems(value, bases),
    actions: listOf("a list of at least one action", action, 1),
  });
}

const quoted: Shape = (value) => {
  const hint = typeof value === "number" ? " Put it in quotes." : "";
  return typeof value === "string" ? [] : expected("a string", value, [], hint);
};

function changeProblems(
  { remove, update, copy }: JsonObject,
  expression: Shape,
): readonly DocumentProblem[] {
  if (remove === true) return [];
  if ((update === undefined) === (copy === undefined)) {
    const got = update === undefined ? "none" : "two";
    const message = `Expected one of \`update\`, \`copy\`, or \`remove: true\` in an action, got ${got}.`;
    return [{ path: [], message }];
  }
  return copy === undefined ? [] : within(["copy"], expression(copy));
}

const OWN_DOCUMENT = /(^|\/)openapi\.(ya?ml|json)$/;

/** Rejects an overlay for another document: it could match this document only by accident. */
function extendsProblems(
  target: JsonValue | undefined,
  bases: readonly string[],
): readonly DocumentProblem[] {
  const text = typeof target === "string" ? target : "";
  const files = bases.map((name) => `${name}.yaml`);
  if (target === undefined || OWN_DOCUMENT.test(text) || files.includes(text)) return [];
  const [name = ""] = text.split(/[\\/]/).at(-1)?.split(".") ?? [];
  const near = nearest(`${name}.yaml`, files);
  const hint =
    near === undefined
      ? " An overlay can extend only these files; `extends` is optional."
      : ` Did you mean \`${near}\`?`;
  const form =
    "a reference to batch-sim's own document (ending in `openapi.yaml` or `openapi.json`), or a shipped overlay's file, such as `openai.yaml`";
  return expected(form, target, [], hint);
}

function toAction({ target, remove, update, copy }: JsonObject): Action {
  if (remove === true) return { target: String(target) };
  return update === undefined
    ? { target: String(target), copy: String(copy) }
    : { target: String(target), update };
}

/** Without `update` or `copy`, an action removes its targets. `target` and `copy` are JSONPath. */
export type Action = {
  readonly target: string;
  readonly update?: JsonValue;
  readonly copy?: string;
};
