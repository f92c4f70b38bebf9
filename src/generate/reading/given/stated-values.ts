import type { GivenLine, GivenNumber, GivenText, GivenValues } from "../../lexicon/given-values.ts";
import { READ_CHARACTERS } from "../../text/word-runs.ts";
import { mayStateAmounts } from "./amounts.ts";
import { givenNumber, givenText, isAmount } from "./givens.ts";
import { linesIn } from "./lines.ts";

/** The values that an input states. Each is read when it is asked for. */
export class StatedValues implements GivenValues {
  readonly #text: string;
  readonly #thing: () => string;
  #hasAmounts: boolean | undefined;
  #lines: readonly GivenLine[] | undefined;
  #taken = 0;
  /** What was asked for last: the items of a list ask for the same. */
  #asked: GivenText | undefined;
  #given: string | undefined;

  /** `thing` is what the input is about, which an amount without a line is for. */
  constructor(text: string, thing: () => string) {
    this.#text = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
    this.#thing = thing;
  }

  get lines(): readonly GivenLine[] {
    this.#lines ??= this.#mayHaveAmounts() ? linesIn(this.#text, this.#thing) : [];
    return this.#lines;
  }

  nextLine(): GivenLine | undefined {
    return this.lines[this.#taken++ % this.lines.length];
  }

  text(what: GivenText): string | undefined {
    if (what !== this.#asked) this.#given = givenText(this.#text, what);
    this.#asked = what;
    return this.#given;
  }

  number(what: GivenNumber): number | undefined {
    return isAmount(what) && !this.#mayHaveAmounts() ? undefined : givenNumber(this.#text, what);
  }

  #mayHaveAmounts(): boolean {
    this.#hasAmounts ??= mayStateAmounts(this.#text);
    return this.#hasAmounts;
  }
}
