import type { Issue } from "../../src/core/errors.ts";

/** Data with one mistake, and the mistake's name in a test's failure. */
export type Mistake = { readonly name: string; readonly data: unknown };

/** A value of each type, which is invalid almost everywhere. */
const OTHER_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  "",
  "no such thing",
  "a\nb",
  [],
  [null],
  {},
  { "no such key": null },
];

/** The data with a single mistake at each key, in turn: dropped, misspelled, and with each of some other values. */
export function mistakesIn(data: unknown, others = OTHER_VALUES): Generator<Mistake> {
  return changesOf(data, "data", others);
}

/** Why the problems of an input are not fit for its author: each needs a place and a sentence, and is reported once. */
export function flawsOf(problems: readonly Issue[], isPlaced: (issue: Issue) => boolean): string[] {
  const lines = problems.map(({ path, message }) => `${path}: ${message}`);
  return [
    ...lines.filter((line, index) => lines.indexOf(line) < index).map((line) => `twice: ${line}`),
    ...problems
      .filter(({ message }) => !/^[A-Z`].*[.?]$/s.test(message))
      .map(({ message }) => `not a sentence: ${message}`),
    ...problems.filter((issue) => !isPlaced(issue)).map(({ message }) => `no place: ${message}`),
  ];
}

type Others = readonly unknown[];

function* changesOf(value: unknown, place: string, others: Others): Generator<Mistake> {
  for (const other of others) {
    if (JSON.stringify(other) === JSON.stringify(value)) continue;
    yield { name: `${place} = ${JSON.stringify(other)}`, data: other };
  }
  if (Array.isArray(value)) yield* itemMistakes(value, place, others);
  else if (typeof value === "object" && value !== null) yield* keyMistakes(value, place, others);
}

function* itemMistakes(
  list: readonly unknown[],
  place: string,
  others: Others,
): Generator<Mistake> {
  for (const [index, item] of list.entries()) {
    const at = `${place}[${index}]`;
    yield { name: `without ${at}`, data: list.filter((_, other) => other !== index) };
    for (const { name, data } of changesOf(item, at, others))
      yield { name, data: list.with(index, data) };
  }
}

function* keyMistakes(object: object, place: string, others: Others): Generator<Mistake> {
  const entries: readonly [string, unknown][] = Object.entries(object);
  for (const [index, [key, value]] of entries.entries()) {
    const at = `${place}.${key}`;
    const put = (...changed: [string, unknown][]) =>
      Object.fromEntries([...entries.slice(0, index), ...changed, ...entries.slice(index + 1)]);
    yield { name: `without ${at}`, data: put() };
    yield { name: `${at} misspelled`, data: put([misspelled(key), value]) };
    for (const { name, data } of changesOf(value, at, others))
      yield { name, data: put([key, data]) };
  }
}

/** A key with its second and third letters swapped or, if they are equal, with an additional letter. */
function misspelled(key: string): string {
  const swapped = key.replace(/^(.)(.)(.)/, "$1$3$2");
  return swapped === key ? `${key}x` : swapped;
}
