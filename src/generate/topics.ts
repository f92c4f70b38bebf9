import { findWordRuns, type WordRun } from "./word-runs.ts";

/** What an input is about, as far as its own words tell. */
export type Topics = {
  /** Distinct words of the input in its order, empty where it has none; with pairs of words in Latin script. */
  readonly words: readonly string[];
  /** Whether the input is mainly in another script than Latin. */
  readonly isForeign: boolean;
  /** Whether its script puts no spaces between words, as Chinese and Japanese do. */
  readonly isUnspaced: boolean;
};

const SCANNED_CHARACTERS = 2000;
const MOST_WORDS = 24;
const LONGEST_WORD = 24;
const SHORTEST_WORD = 4;
const CHUNK = 3;

const STOP_WORDS: ReadonlySet<string> = new Set(
  `about above after again also although always and another any are because been before being between both
  but came can cannot classify come could did does doing done down during each either else even ever every explain extract few first for
  from generate get give given going had has have having here hers herself him himself his how however input inside instead
  into its itself just keep know known least less let like made make many may maybe might more most much must
  neither never next none nor not nothing now off often once one only onto other our ours out over own per
  please question quite rather really said same say says see seem seen shall she should since some something soon still such summarize summarise text
  take tell than that the their theirs them themselves then there therefore these they thing things this those
  though through thus too translate under until upon use used using very want was well were what whatever when where
  whether which while who whom whose why will write with within without would yes yet you your yours yourself`.split(
    /\s+/,
  ),
);

/** Finds what an input is about in its first 2,000 characters; costs no more for a longer input. */
export function findTopics(input: string): Topics {
  const text = input.length > SCANNED_CHARACTERS ? input.slice(0, SCANNED_CHARACTERS) : input;
  const { runs, isForeign, isUnspaced } = findWordRuns(text);
  const words = isForeign
    ? pieces(runs, text, isUnspaced ? CHUNK : LONGEST_WORD)
    : salientWords(runs, text);
  return { words, isForeign, isUnspaced };
}

function salientWords(runs: readonly WordRun[], text: string): string[] {
  const words = wordsAtLeast(SHORTEST_WORD, runs, text);
  return words.length > 0 ? words : wordsAtLeast(2, runs, text);
}

function wordsAtLeast(length: number, runs: readonly WordRun[], text: string): string[] {
  const found = new Map<string, string>();
  let previous: WordRun | undefined;
  for (const run of runs) {
    if (found.size >= MOST_WORDS) break;
    const size = run.end - run.start;
    const word = size >= length && size <= LONGEST_WORD ? text.slice(run.start, run.end) : "";
    const lower = word.toLowerCase();
    if (word === "" || STOP_WORDS.has(lower)) {
      previous = undefined;
      continue;
    }
    if (!found.has(lower)) found.set(lower, word);
    if (previous !== undefined && run.start === previous.end + 1 && text[previous.end] === " ") {
      const pair = text.slice(previous.start, run.end);
      found.set(pair.toLowerCase(), pair);
    }
    previous = run;
  }
  return [...found.values()];
}

function pieces(runs: readonly WordRun[], text: string, length: number): string[] {
  const found = new Set<string>();
  for (const { start, end } of runs) {
    for (let i = start; i < end && found.size < MOST_WORDS; i += length) {
      found.add(text.slice(i, Math.min(i + length, end)));
    }
  }
  return [...found];
}
