import type { Issue } from "../../core/errors.ts";
import { copyJson, isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { type DataPath, describeValue, formatPath } from "../../yaml/data-path.ts";
import type { DocumentProblem } from "../check/found.ts";
import { hintFor, newPlace, type Select } from "./json-path.ts";
import type { Action, Overlay } from "./read-overlay.ts";

export type Touch = {
  readonly overlay: Overlay;
  readonly actionIndex: number;
  readonly path: DataPath;
  /** The value merged into the place; undefined if the place was removed. */
  readonly value: JsonValue | undefined;
};

/**
 * Applies an overlay's actions to a copy of a document, each to the result of the previous one.
 * Returns issues for the actions that could not be applied.
 */
export function applyOverlay(given: JsonObject, overlay: Overlay, select: Select) {
  const document = copyJson(given);
  const touches: Touch[] = [];
  const issues: Issue[] = [];
  for (const [actionIndex, action] of overlay.actions.entries()) {
    const refuse: Refuse = (key, message, inside = []) => {
      const parts = ["actions", actionIndex, key, ...inside];
      const path = formatPath(parts);
      // An update that is wrong for several targets is reported only once.
      if (issues.some((issue) => issue.path === path && issue.message === message)) return;
      issues.push({ file: overlay.file, ...overlay.locate(parts), path, message });
    };
    const targets = targetsOf(document, action, select, refuse);
    const edit = editOf(document, action, select, refuse);
    if (edit === undefined) continue;
    for (const path of targets) {
      if (edit.value === undefined) remove(document, path);
      else update(document, path, edit.value, refuse);
      touches.push({ overlay, actionIndex, path, ...edit });
    }
  }
  return { document, touches, issues };
}

type Refuse = (key: "target" | "update" | "copy", message: string, inside?: DataPath) => void;

/** The value that an action merges; undefined if `copy` doesn't select exactly one value. */
function editOf(
  document: JsonObject,
  { update, copy }: Action,
  select: Select,
  refuse: Refuse,
): Pick<Touch, "value"> | undefined {
  if (copy === undefined) return { value: update };
  const sources = select(document, copy);
  const [source] = sources;
  if (source !== undefined && sources.length === 1)
    return { value: copyJson(valueAtPath(document, source) ?? null) };
  const hint = source === undefined ? hintFor(document, copy) : "";
  const found = `\`${copy}\` selects ${sources.length} values`;
  refuse("copy", `Expected \`copy\` to select one value in the document, but ${found}.${hint}`);
  return undefined;
}

/** The action's targets, deepest and last first, so that removing one doesn't move the others. */
function targetsOf(
  document: JsonObject,
  { target, update, copy }: Action,
  select: Select,
  refuse: Refuse,
): DataPath[] {
  const selected = select(document, target);
  const created = copy !== undefined ? newPlace(document, target) : undefined;
  const found = selected.length > 0 || created === undefined ? selected : [created];
  if (found.length === 0) {
    const hint = hintFor(document, target);
    const wanted = `Expected the target to be in the document: \`${target}\` matches nothing.`;
    refuse("target", wanted + hint);
  }
  const isRemoval = update === undefined && copy === undefined;
  if (isRemoval && found.some((path) => path.length === 0)) {
    const wanted =
      "Expected the target to be a part of the document, got `$`, which is the whole document.";
    refuse("target", wanted);
    return [];
  }
  return [...found].reverse().sort((a, b) => b.length - a.length);
}

function update(document: JsonObject, path: DataPath, edit: JsonValue, refuse: Refuse): void {
  const before = valueAtPath(document, path) ?? null;
  const isEntry = Array.isArray(before) && !Array.isArray(edit);
  const value = merge(before, isEntry ? [edit] : edit, refuse);
  const last = path.at(-1);
  // The whole document has no parent, so it is updated in place.
  if (last === undefined) Object.assign(document, value);
  else parentOf(document, path)[last] = value;
}

function remove(document: JsonObject, path: DataPath): void {
  const last = path.at(-1) ?? "";
  const parent = parentOf(document, path);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
}

function parentOf(document: JsonObject, path: DataPath): Record<string | number, JsonValue> {
  return valueAtPath(document, path.slice(0, -1)) as Record<string | number, JsonValue>;
}

/**
 * Merges an update into a value as the Overlay Specification requires: objects are merged key by
 * key, lists are appended, and primitive values are replaced. Refuses an update that would silently
 * drop an object or a list; `at` is the place in the update.
 */
function merge(target: JsonValue, edit: JsonValue, refuse: Refuse, at: DataPath = []): JsonValue {
  if (isJsonObject(target) && isJsonObject(edit)) {
    const merged = Object.entries(edit).map(([key, item]) => {
      const before = Object.hasOwn(target, key) ? target[key] : undefined;
      const value =
        before === undefined ? copyJson(item) : merge(before, item, refuse, [...at, key]);
      return [key, value];
    });
    return { ...target, ...Object.fromEntries(merged) };
  }
  if (Array.isArray(target) && Array.isArray(edit)) return [...target, ...copyJson(edit)];
  if (typeof target !== "object" || target === null) return copyJson(edit);
  const kind = Array.isArray(target) ? "a list" : "an object";
  const message = `Expected ${kind}, because the document has one here, got ${describeValue(edit)}. To replace the existing value, remove it in an earlier action.`;
  refuse("update", message, at);
  return target;
}

/** Maps a problem to its place in an overlay: the action that last changed the surrounding part. */
export function issueOf(problem: DocumentProblem, touches: readonly Touch[]): Issue {
  const path = formatPath(problem.path);
  const candidates = [problem.path, ...(problem.causes ?? [])];
  const origins = candidates.flatMap((place) => originsOf(place, touches));
  const [first, ...others] = origins;
  if (first === undefined) return { path, message: problem.message };
  const { touch, inside } = others.reduce((a, b) => (b.depth >= a.depth ? b : a), first);
  const key = touch.value === undefined ? "remove" : "update";
  const place = touch.overlay.locate(["actions", touch.actionIndex, key, ...inside]);
  return { file: touch.overlay.file, ...place, path, message: problem.message };
}

/**
 * The actions that wrote to a place. `inside` is the path to the written value in the update, and
 * `depth` is the number of the place's keys that the action covers.
 */
function originsOf(place: DataPath, touches: readonly Touch[]) {
  return touches.flatMap((touch) => {
    const common = commonLength(place, touch.path);
    // The action changed something inside the place.
    if (common === place.length) return [{ touch, inside: [] as DataPath, depth: common }];
    if (common < touch.path.length) return [];
    const inside = writtenPath(touch.value, place.slice(common));
    return [{ touch, inside, depth: common + inside.length }];
  });
}

function commonLength(a: DataPath, b: DataPath): number {
  const different = a.findIndex((step, index) => step !== b[index]);
  return different === -1 ? a.length : different;
}

function writtenPath(value: JsonValue | undefined, path: DataPath): DataPath {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  const next = valueAtPath(value, [step]);
  return next === undefined ? [] : [step, ...writtenPath(next, rest)];
}
