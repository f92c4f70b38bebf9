import { type Hints, nameWords } from "schema-values";
import { nameTable } from "./name-table.ts";
import type { LabelWords, Subject } from "./subject.ts";

/** Names of what moderation looks for, each with the labels whose words show it. */
const CONCERNS: readonly (readonly [LabelWords, string])[] = [
  [[["spam"]], "is spam|spam|spam detected|looks like spam|phishing|is phishing|is scam|scam"],
  [
    [["toxic"]],
    "is toxic|toxic|toxicity|offensive|is offensive|abusive|is abusive|hate|hate speech|harassment|insult|insulting|profanity|contains profanity|obscene|bullying|inappropriate|is inappropriate",
  ],
  [[["violence"]], "violence|violent|is violent|threat|threatening|is threat|violence graphic"],
  [[["selfharm"]], "self harm|selfharm|suicide|self harm intent"],
  [[["sexual"]], "sexual|nsfw|is nsfw|adult|sexual content|explicit|sexual minor"],
  [
    [["toxic"], ["violence"], ["selfharm"], ["sexual"], ["spam"]],
    "flagged|is flagged|blocked|is blocked|violates policy|policy violation|is violation|should flag|unsafe|is unsafe|harmful|is harmful|needs moderation",
  ],
];

/** Whether a subject shows a concern. */
export const CONCERN_FACTS: readonly (readonly [(subject: Subject) => boolean, string])[] =
  CONCERNS.map(([labels, names]) => [(subject: Subject) => shows(subject, labels), names]);

/** Whether the input has words for one of some labels. */
export function shows(subject: Subject, labels: LabelWords): boolean {
  return subject.countLabels(labels).some((count) => count > 0);
}

const SCORES = nameTable(
  CONCERNS.map(
    ([labels, names]) =>
      [
        labels,
        names
          .split("|")
          .flatMap((name) => [name, `${name} score`, `${name} probability`, `${name} level`])
          .join("|"),
      ] as const,
  ),
);

/** What a number rates, such as the toxicity of an input; undefined if its name doesn't tell. */
export function concernRated({ name }: Hints): LabelWords | undefined {
  const words = nameWords(name);
  return SCORES.ofTail(words, words.length);
}
