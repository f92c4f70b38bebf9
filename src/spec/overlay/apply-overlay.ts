import type { Issue } from "../../core/errors.ts";
import { copyJson, isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { type DataPath, describeValue, formatPath, valueAt } from "../../yaml/data-path.ts";
import { hintFor, newPlace, type Select } from "./json-path.ts";
import type { Action, Overlay } from "./read-overlay.ts";

/** The change that an action made at a place in the document. */
export type Touch = {
  readonly overlay: Overlay;
  readonly actionIndex: number;
  readonly path: DataPath;
  /** The value merged into the place; undefined if the place was removed. */
  readonly value?: JsonValue;
};

/** The result of applying an overlay: the document, the changes, and the problems of actions that could not be applied. */
export type Applied = {
  readonly document: JsonObject;
  readonly touches: readonly Touch[];
  readonly issues: readonly Issue[];
};

/** Applies an overlay's actions in order, each to the previous result; doesn't change the given document. */
export function applyOverlay(given: JsonObject, overlay: Overlay, select: Select): Applied {
  const root: Root = { document: copyJson(given) };
  const touches: Touch[] = [];
  const issues: Issue[] = [];
  for (const [actionIndex, action] of overlay.actions.entries()) {
    const refuse: Refuse = (key, message, inside = []) => {
      issues.push(issueAt(overlay, ["actions", actionIndex, key, ...inside], message));
    };
    const targets = targetsOf(root, { action, select, refuse });
    const edit = editOf(root, action, select, refuse);
    if (edit === undefined) continue;
    for (const path of targets) {
      apply(root, path, edit, refuse);
      touches.push({ overlay, actionIndex, path, ...edit });
    }
  }
  return { document: root.document, touches, issues };
}

/** An issue at a place in an overlay's file. */
export function issueAt(overlay: Overlay, path: DataPath, message: string): Issue {
  const place = overlay.locate(path, "value");
  return { file: overlay.file, ...place, path: formatPath(path), message };
}

type Root = { document: JsonObject };
type Refuse = (key: "target" | "update" | "copy", message: string, inside?: DataPath) => void;

/** The value to merge into each target; without a value, each target is removed. */
type Edit = { readonly value?: JsonValue };

function editOf(
  { document }: Root,
  { change }: Action,
  select: Select,
  refuse: Refuse,
): Edit | undefined {
  if (change.kind === "remove") return {};
  if (change.kind === "update") return { value: change.value };
  const sources = select(document, change.from);
  const [source] = sources;
  if (source !== undefined && sources.length === 1) {
    return { value: copyJson(valueAt(document, source) as JsonValue) };
  }
  const hint = source === undefined ? hintFor(document, change.from) : "";
  const found = `\`${change.from}\` selects ${sources.length}`;
  refuse("copy", `Expected one value of the document to be copied: ${found}.${hint}`);
  return undefined;
}

type Targeting = { readonly action: Action; readonly select: Select; readonly refuse: Refuse };

/** Deepest and last first, so that removing one target doesn't move the others. */
function targetsOf({ document }: Root, { action, select, refuse }: Targeting): DataPath[] {
  const { target } = action;
  const selected = select(document, target);
  const created = action.change.kind === "copy" ? newPlace(document, target) : undefined;
  const found = selected.length > 0 || created === undefined ? selected : [created];
  if (found.length === 0) {
    const hint = hintFor(document, target);
    refuse(
      "target",
      `Expected the target to be in the document: \`${target}\` matches nothing.${hint}`,
    );
  }
  if (action.change.kind === "remove" && found.some((path) => path.length === 0)) {
    refuse(
      "target",
      "Expected the target to be a part of the document, got `$`, which is the whole document.",
    );
    return [];
  }
  return [...found].reverse().sort((a, b) => b.length - a.length);
}

function apply(root: Root, path: DataPath, edit: Edit, refuse: Refuse): void {
  if (edit.value === undefined) {
    remove(root.document, path);
    return;
  }
  const before = (valueAt(root.document, path) ?? null) as JsonValue;
  const isEntry = Array.isArray(before) && !Array.isArray(edit.value);
  const { value, conflicts } = merge(before, isEntry ? [edit.value] : edit.value);
  for (const conflict of conflicts) refuse("update", conflict.message, conflict.path);
  put(root, path, value);
}

function put(root: Root, path: DataPath, value: JsonValue): void {
  const last = path.at(-1);
  if (last === undefined) {
    if (isJsonObject(value)) root.document = value;
    return;
  }
  (valueAt(root.document, path.slice(0, -1)) as Record<string | number, JsonValue>)[last] = value;
}

function remove(document: JsonObject, path: DataPath): void {
  const last = path.at(-1) ?? "";
  const parent = valueAt(document, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string | number, JsonValue>)[last];
}

/** A value that can't be merged: its place in the update, and the reason. */
export type Conflict = { readonly path: DataPath; readonly message: string };

/** The merged value, and the parts of the update that can't be merged. */
export type Merged = { readonly value: JsonValue; readonly conflicts: readonly Conflict[] };

/**
 * Merges an update into a value as the Overlay Specification requires: objects are merged key by key, lists are appended, and
 * primitive values are replaced. An update that would silently drop an object or a list is a conflict.
 */
export function merge(target: JsonValue, update: JsonValue, path: DataPath = []): Merged {
  if (isJsonObject(target) && isJsonObject(update)) return mergeObjects(target, update, path);
  if (Array.isArray(target) && Array.isArray(update)) {
    return { value: [...target, ...copyJson(update)], conflicts: [] };
  }
  if (isPrimitive(target)) return { value: copyJson(update), conflicts: [] };
  const kind = Array.isArray(target) ? "a list" : "an object";
  const message = `Expected ${kind}, to merge with the one that the document has, got ${describeValue(update)}. To replace it, remove it in an action before this one.`;
  return { value: target, conflicts: [{ path, message }] };
}

function mergeObjects(
  target: { readonly [key: string]: JsonValue },
  update: { readonly [key: string]: JsonValue },
  path: DataPath,
): Merged {
  const value: { [key: string]: JsonValue } = { ...target };
  const conflicts: Conflict[] = [];
  for (const [key, item] of Object.entries(update)) {
    const before = Object.hasOwn(target, key) ? target[key] : undefined;
    if (before === undefined) value[key] = copyJson(item);
    else {
      const merged = merge(before, item, [...path, key]);
      value[key] = merged.value;
      conflicts.push(...merged.conflicts);
    }
  }
  return { value, conflicts };
}

/** Whether a value is neither an object nor a list. */
export function isPrimitive(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}
