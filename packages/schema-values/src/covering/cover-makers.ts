import type { JsonValue } from "../json.ts";
import type { MakerBook } from "../make/maker-book.ts";
import { cloneJson } from "../source/clone-json.ts";
import type { SubSchema } from "../source/part.ts";
import { type Label, spotFor, type Walk } from "./cover-making.ts";
import type { Reach } from "./reach.ts";

/** The makers of a schema's values, whose choices follow the row's rank. */
export type Makers = Reach & {
  readonly usual: MakerBook;
  /** A book whose makers make each choice by rank, and everything else as usual. */
  readonly cover: MakerBook;
  /** A schema for one type. */
  ofType(type: string): SubSchema;
  /** The label of a choice or key, which remembers what it found out about plans. */
  labelOf(name: string, identityOf: Label["identityOf"]): Label;
};

/** Makes a value of one of a plan's types. */
export type TypedCover = (walk: Walk) => JsonValue | undefined;

/** Each plan has its own. */
export const OWN: Label = { hash: 1, identityOf: (plan) => plan.id };

/** One of several values, each in turn. */
export function chosen(values: readonly JsonValue[], walk: Walk): JsonValue | undefined {
  const place =
    values.length < 2
      ? 0
      : walk.making.chooser.choose(spotFor(walk, OWN), values.length).alternative;
  const value = values[place];
  return value === undefined ? undefined : cloneJson(value);
}
