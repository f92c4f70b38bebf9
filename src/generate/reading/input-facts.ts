import type { InputFacts } from "../lexicon/subject.ts";
import { quotesIn } from "./quotes.ts";

const QUESTION: RegExp = /[?？؟]["'”’»)\]]*\s*$|[かの]。?\s*$/u;
const QUESTION_WORD: RegExp =
  /^(?:¿|(?:what|which|who|whom|whose|where|when|why|how|is|are|do|does|did|can|could|would|should|will|wer|wie|was|wo|wann|warum|welche[rs]?|qui|quoi|où|quand|pourquoi|comment|combien|est-ce|quién|qué|cómo|dónde|cuándo|chi|che cosa|come|dove|quando|perché|quem|onde|waar|wanneer|waarom|hoe)\b[^.!]*$)/iu;

const EMAIL: RegExp = /[\w.+-]+@[\w-]+\.[\w.-]+/;
const PHONE: RegExp = /(?<![\w.])\+?\d[\d ()/.-]{6,18}\d(?![\w.])/;
const CARD_OR_ID: RegExp =
  /\b(?:\d{3}-\d{2}-\d{4}|(?:\d{4}[ -]?){3}\d{4}|[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7})\b/;
const BIRTH: RegExp =
  /\b(?:born on|date of birth|dob|geboren am|née? le|nacid[oa] el|SSN|passport)\b/i;

/** What can be counted or looked up in an input. Each is found when it is asked for, because most rows need one of them. */
export class CountedFacts implements InputFacts {
  readonly #text: string;
  readonly #trimmed: string;
  readonly #hasNames: () => boolean;

  constructor(text: string, hasNames: () => boolean) {
    this.#text = text;
    this.#trimmed = text.trim();
    this.#hasNames = hasNames;
  }

  get isQuestion(): boolean {
    return QUESTION.test(this.#trimmed) || QUESTION_WORD.test(this.#trimmed);
  }

  get hasPersonalData(): boolean {
    const isData = (data: RegExp): boolean => data.test(this.#text);
    return this.#hasNames() || [EMAIL, PHONE, CARD_OR_ID, BIRTH].some(isData);
  }

  get words(): number {
    return this.#trimmed === "" ? 0 : this.#trimmed.split(/\s+/).length;
  }

  get characters(): number {
    const text = this.#text;
    let count = text.length;
    for (let i = 1; i < text.length; i++) if (isPair(text, i)) count--;
    return count;
  }

  get sentences(): number {
    return countSentences(this.#trimmed);
  }

  get lines(): number {
    return this.#text.split("\n").length;
  }
}

function countSentences(text: string): number {
  return text === "" ? 0 : quotesIn(text).length;
}

/** Whether a code unit is the second one of a code point. */
function isPair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xdc00 || unit > 0xdfff) return false;
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
