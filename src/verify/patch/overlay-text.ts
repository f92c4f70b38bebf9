import { isSeq, parseDocument, stringify } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { PatchAction } from "./actions.ts";
import type { Explained } from "./explained.ts";

/** An overlay with the actions of these groups, as YAML. */
export function overlayText(groups: readonly Explained[]): string {
  const actions = groups.flatMap((group) => group.actions);
  const updates = new Map<string, JsonValue>();
  for (const { target, update } of actions) {
    if (update !== undefined) updates.set(target, merged(updates.get(target) ?? {}, update));
  }
  const overlay = {
    overlay: "1.1.0",
    info: { title: "The service as batch-sim verify found it", version: "1" },
    actions: [
      ...actions.filter(({ copy }) => copy !== undefined),
      ...unique(actions.filter(({ remove }) => remove === true)),
      ...[...updates].map(([target, update]): PatchAction => ({ target, update })),
    ],
  };
  return stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** An overlay (YAML or JSON) with the actions of another one after its own. */
export function extended(text: string, other: string): string {
  const document = parseDocument(text);
  const actions = document.get("actions");
  const added = parseDocument(other).get("actions");
  if (!isSeq(actions) || !isSeq(added)) throw new TypeError("Expected overlays with actions.");
  for (const action of added.items) actions.add(action);
  return document.toString({ lineWidth: 0 });
}

function merged(a: JsonValue, b: JsonValue): JsonValue {
  if (!isJsonObject(a) || !isJsonObject(b)) return b;
  const members = Object.entries(b).map(([key, value]) => [key, merged(a[key] ?? {}, value)]);
  return { ...a, ...(Object.fromEntries(members) as JsonObject) };
}

function unique(actions: readonly PatchAction[]): readonly PatchAction[] {
  return [...new Map(actions.map((action) => [action.target, action])).values()];
}
