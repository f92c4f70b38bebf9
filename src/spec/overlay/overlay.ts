import type { JsonValue } from "../../core/json.ts";
import type { DataPath, KeyOrValue } from "../../yaml/data-path.ts";
import type { TextPosition } from "../../yaml/yaml-source.ts";

/** The change that an action makes to each value that its target selects. */
export type Change =
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
  /** Overlay Specification 1.1 adds `copy`, and lets a target be a primitive value. */
  readonly minor: 0 | 1;
  readonly actions: readonly Action[];
  /** Finds the position of a part in the file. */
  readonly locate: (path: DataPath, at: KeyOrValue) => TextPosition;
};
