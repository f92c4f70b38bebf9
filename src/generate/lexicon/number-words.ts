const NAMES: readonly (readonly [number, string])[] = [
  [1, "one|single|ein|eine|einen|einem|einer|un|une|uno|una|um|uma"],
  [2, "two|zwei|deux|dos|due|dois|duas"],
  [3, "three|drei|trois|tres|tre|três"],
  [4, "four|vier|quatre|cuatro|quattro|quatro"],
  [5, "five|fünf|cinq|cinco|cinque"],
  [6, "six|sechs|seis|sei"],
  [7, "seven|sieben|sept|siete|sette|sete"],
  [8, "eight|acht|huit|ocho|otto|oito"],
  [9, "nine|neun|neuf|nueve|nove"],
  [10, "ten|zehn|dix|diez|dieci|dez"],
  [12, "twelve|zwölf|douze|doce|dodici|doze"],
];

/** Small numbers as words, in lowercase. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap(([value, words]) =>
    words.split("|").map((word): [string, number] => [word, value]),
  ),
);
