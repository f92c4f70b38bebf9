import type { JsonValue } from "../../json.ts";
import type { PersonRole, PlaceRole } from "../../lexicon/lexicon.ts";
import type { Plan } from "../../plan/plan.ts";
import { type Making, type ObjectDraft, setProperty } from "../making.ts";

/**
 * Changes existing property values so that they agree with each other; each new value conforms to
 * its own schema.
 */
export type Agreement = (out: ObjectDraft, making: Making) => void;

/** A property of an object, with what is needed to make other properties agree with it. */
export type Property = {
  readonly key: string;
  readonly words: readonly string[];
  readonly plan: Plan;
  /** The part of a person's identity or of a place that it is. */
  readonly role: PersonRole | PlaceRole | undefined;
  /** Whether the property's schema allows a value. */
  fits(value: JsonValue): boolean;
};

/** Replaces an existing string with the first of some others that is allowed. */
export function replaceText(out: ObjectDraft, { key, fits }: Property, ...texts: string[]): void {
  if (typeof out[key] !== "string") return;
  const text = texts.find(fits);
  if (text !== undefined) setProperty(out, key, text);
}

/** Combines several agreements into one; undefined if there are none. */
export function together(agreements: readonly Agreement[]): Agreement | undefined {
  const [first, ...others] = agreements;
  const rest = others.length === 0 ? undefined : together(others);
  if (first === undefined || rest === undefined) return first;
  return (out, making) => {
    first(out, making);
    rest(out, making);
  };
}
