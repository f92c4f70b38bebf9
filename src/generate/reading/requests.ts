import { capitalize } from "../lexicon/capitalize.ts";

/** Ways to ask for something; the group is the task. */
const FORMS: readonly RegExp[] = [
  /\b(?:could|can|would|will) you (?:please )?(.+?)\??$/iu,
  /\bplease,? (.+?)[.!]?$/iu,
  /\bI(?:'d| would) like to (.+?)[.!]?$/iu,
  /\b(?:I|we) (?:want|need) to (.+?)[.!]?$/iu,
  /(?:^|, )((?:\p{Lu}\p{L}+|you|we) (?:should|must) .+?)[.!]?$/u,
  /\b(?:könnten|können|würden) Sie (?:mir |uns )?(?:bitte )?(?:meinen? |unseren? |die |den |das )?(.+?)\??$/iu,
  /\b[Ii]ch möchte (?:meinen? |gern |die |den |das )*(.+?)[.!]?$/u,
  /(?:^|[ .!])bitte (.+?)[.!]?$/iu,
  /(?:s'il vous plaît|por favor|per favore|alstublieft),? (.+?)[.!]?$/iu,
  /^(.+(?:ください|てほしいです|お願いします|したいです|いただけますか))[。?？]?$/u,
];
/** Letters that contain one of these may ask for something. */
const ASKS: RegExp =
  /you |please|like to|(?:want|need) to|should|must|könn|würden|möchte|bitte|plaît|favor|alstu|ください|ほしい|お願い|たいです|いただけ/i;
const LONGEST = 120;
const FEWEST = 4;

/** What the sentences of an input ask for, as tasks. */
export function requestsIn(text: string, sentences: readonly string[]): readonly string[] {
  if (!ASKS.test(text)) return [];
  return sentences.flatMap((sentence) => {
    const asked = FORMS.map((form) => form.exec(sentence)?.[1]).find((it) => it !== undefined);
    const task = asked?.trim() ?? "";
    return task.length < FEWEST || task.length > LONGEST ? [] : [capitalize(task)];
  });
}
