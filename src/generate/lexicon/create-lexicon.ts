import {
  type Hints,
  type Lexicon,
  type NumberHints,
  type NumberModel,
  nameWords,
  type PersonRole,
  type Subject as PlainSubject,
  type TextHints,
  type TextModel,
} from "schema-values";
import { type Rng, rngFor } from "../../core/rng.ts";
import { InputSubject } from "../input-subject.ts";
import { describedCount } from "./described-count.ts";
import { formatWriter } from "./format-writer.ts";
import { likelyNumber } from "./number-kind.ts";
import type { Pools } from "./pools.ts";
import { FULL_NAME, type Recipe } from "./recipe.ts";
import { statedText } from "./stated-text.ts";
import type { Subject } from "./subject.ts";
import { textRecipe } from "./text-recipe.ts";
import { toldChoice } from "./told-choice.ts";
import { isStatedNumber, toldNumber } from "./told-number.ts";
import { meantText } from "./write-text.ts";

/** What values look like: words from pools, and what inputs state or suggest. */
export function createLexicon(pools: Pools): Lexicon {
  return {
    words: pools,
    text: (hints) => textModel(hints, pools),
    number: numberModel,
    choice: (values, hints) => {
      const told = toldChoice(values, hints);
      return (
        told &&
        ((subject) => {
          const found = told(known(subject));
          const indexes = told.isRanked === true ? found.slice(0, 1) : found;
          return { indexes, isStated: told.isStated === true };
        })
      );
    },
    count: describedCount,
    format: (name) => formatWriter(name, pools),
    role: roleOf,
    key: ({ rng, subject }) =>
      subject !== undefined && known(subject).isKnown
        ? known(subject).topic().toLowerCase().replaceAll(" ", "_")
        : `${rng.pick(pools.words)}_${rng.pick(pools.words)}`,
  };
}

/** The simulator gives its lexicon only subjects of its own. */
function known(subject: PlainSubject): Subject {
  if (!(subject instanceof InputSubject)) throw new TypeError("Expected an InputSubject.");
  return subject;
}

function textModel(hints: TextHints, pools: Pools): TextModel {
  const { write, related, isTold, labels } = meantText(hints, pools, hints);
  const stated = statedText(hints);
  return {
    isTold,
    labels,
    isLabel: LABEL.test(nameWords(hints.name).join(" ")),
    write: ({ rng, tokens }) => write(rng, tokens),
    ...(related && {
      related: ({ rng, tokens }, subject) => related(rng, known(subject), tokens),
    }),
    ...(stated && { stated: (subject) => stated(known(subject)) }),
  };
}

/** Names of strings that take one of the labels in a prompt. */
const LABEL: RegExp =
  /\b(?:answer|category|class|classification|decision|intent|label|output|prediction|response|result|sentiment|topic|type|verdict)$/;

function numberModel(hints: NumberHints): NumberModel | undefined {
  const kind = likelyNumber(hints, hints);
  const range = kind ?? ANY;
  const scale = {
    min: Number.isFinite(hints.min) ? hints.min : Math.min(range.min, hints.max),
    max: Number.isFinite(hints.max) ? hints.max : Math.max(range.max, hints.min),
    digits: range.digits,
    isWhole: hints.isWhole,
  };
  const told = toldNumber(hints, scale);
  if (told === undefined) return kind;
  if (isStatedNumber(hints))
    return { ...range, stated: (subject) => told(known(subject), NO_DRAWS) };
  return { ...range, suggested: ({ rng }, subject) => told(known(subject), rng) };
}

/** Numbers that an input states need no draws. */
const NO_DRAWS: Rng = rngFor(0, "stated");
const ANY: NumberModel = { min: 0, max: 1000, digits: 2 };

const ROLES: ReadonlyMap<Recipe, PersonRole> = new Map([
  [FULL_NAME, "full"],
  ["{firstNames}", "first"],
  ["{lastNames}", "last"],
  ["{emails}", "email"],
  ["{logins}{1-99}", "login"],
]);

function roleOf(hints: Hints): PersonRole | undefined {
  return ROLES.get(textRecipe(hints) ?? "");
}
