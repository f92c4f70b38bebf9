import type { Rng } from "../../core/rng.ts";
import { countTokens, tokensOfBytes, truncateToTokens } from "../tokens.ts";
import type { LanguageWords } from "../words/words.ts";
import { SentenceWriter } from "./phrases.ts";

export type ReasoningRequest = {
  readonly language: LanguageWords;
  /** The answer: text, or a JSON value as text. */
  readonly answer: string;
  readonly maxTokens: number;
};

/** Maximum number of characters of an answer that the reasoning repeats. */
const LONGEST_ANSWER = 1000;
/** Maximum number of steps in a chain of thought. Most rows have only a few. */
const MOST_STEPS = 120;
const SKEW = 1.3;
const TURN_SHARE = 0.4;
const NUMBERED_SHARE = 0.4;
/** Maximum number of bytes between two steps: a separator and a step's number. */
const STEP_GAP = 6;

/**
 * Writes a chain of thought that ends with the answer. Shortens a long answer. To stay within
 * `maxTokens`, omits steps and, if necessary, the opening and the end of the conclusion.
 */
export function writeReasoning(
  rng: Rng,
  { language, answer, maxTokens }: ReasoningRequest,
): string {
  const { openings, conclusions } = language.reasoning;
  const conclusion = rng.pick(conclusions).split("{a}").join(shortened(answer));
  const opening = rng.pick(openings);
  const room = maxTokens - countTokens(conclusion) - countTokens(opening) - 1;
  if (room < 0) return truncateToTokens(conclusion, maxTokens).trimEnd();
  const count = Math.floor((MOST_STEPS + 1) ** (rng.next() ** SKEW)) - 1;
  const isNumbered = rng.chance(NUMBERED_SHARE);
  const { space = " " } = language;
  const writer = new SentenceWriter(rng, language);
  const steps: string[] = [];
  for (let bytes = 0; steps.length < count; ) {
    const sentence = writer.state();
    const turn = rng.chance(TURN_SHARE) ? rng.pick(language.reasoning.turns) : "";
    const text = turn === "" || space === "" ? turn + sentence.text : `${turn}: ${sentence.text}`;
    bytes += Buffer.byteLength(text) + STEP_GAP;
    if (tokensOfBytes(bytes) > room) break;
    steps.push(isNumbered ? `${steps.length + 1}. ${text}` : text);
  }
  const body = steps.join(isNumbered ? "\n" : space);
  const gap = isNumbered ? "\n" : "\n\n";
  return [opening, body, conclusion].filter((part) => part !== "").join(gap);
}

function shortened(answer: string): string {
  if (answer.length <= LONGEST_ANSWER) return answer;
  // A cut within a surrogate pair would leave half a character.
  return `${answer.slice(0, LONGEST_ANSWER).replace(/[\ud800-\udbff]$/, "")}…`;
}
