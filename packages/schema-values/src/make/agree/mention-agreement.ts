import type { JsonValue } from "../../json.ts";
import { kindsLabeled, MENTION_KINDS } from "../../words/mention-labels.ts";
import type { Mention, MentionKind, Subject } from "../../words/subject.ts";
import type { Making } from "../making.ts";
import { type ObjectDraft, setProperty } from "../set-property.ts";
import { type Agreement, type Property, propertyNamed } from "./property.ts";

const TEXT =
  "text|entity|entity text|span|span text|mention|mention text|surface|surface form|value|word|token|name|entity name|entity value|matched text|quote|phrase|term|content|string";
const LABEL =
  "label|type|entity type|category|entity label|tag|ner tag|class|kind|entity category|entity group";
const START =
  "start|start offset|start char|start index|start position|start pos|begin|begin offset|offset|char start|start idx|span start|character start|position";
const END =
  "end|end offset|end char|end index|end position|end pos|char end|end idx|span end|character end";
/** Names of objects that describe a part of the input. */
const ENTITY: RegExp =
  /\b(?:entit(?:y|ies)|named entit(?:y|ies)|mentions?|spans?|annotations?|ner|pii|detections?|matches|match|occurrences?)$/i;

type Roles = {
  readonly text: Property;
  readonly label: Property | undefined;
  readonly start: Property | undefined;
  readonly end: Property | undefined;
};

/** Makes an entity one that the input mentions, with its label and its offsets in code points. */
export function mentionAgreement(
  properties: readonly Property[],
  owner: string,
): Agreement | undefined {
  const [text, label, start, end] = [TEXT, LABEL, START, END].map((names) =>
    propertyNamed(properties, names),
  );
  if (text === undefined) return undefined;
  const hasOffsets = start !== undefined && end !== undefined;
  if (!hasOffsets && !(label !== undefined && isEntity(owner))) return undefined;
  return mentioning({ text, label, start, end });
}

/** Whether objects with this name describe parts of the input. */
export function isEntity(owner: string): boolean {
  return ENTITY.test(owner.replace(/[_-]+|(?<=[a-z])(?=[A-Z])/g, " "));
}

const LABELS = [
  "PERSON|PER|person|Person|people|name",
  "ORGANIZATION|ORG|organization|Organization|company|org",
  "LOCATION|LOC|GPE|location|Location|place|city|loc",
  "DATE|date|Date|TIME|time",
  "MONEY|money|Money|amount|price",
  "EMAIL|email|Email|EMAIL_ADDRESS",
  "PHONE|phone|Phone|PHONE_NUMBER|phone_number",
  "URL|url|Url|link",
] as const;
const KINDS: readonly MentionKind[] = [
  "person",
  "organization",
  "place",
  "date",
  "money",
  "email",
  "phone",
  "url",
];

const OTHERS = "MISC|OTHER|misc|other|Other|miscellaneous|PRODUCT|product|topic|concept|thing";

function mentioning(roles: Roles): Agreement {
  const { text, label, start, end } = roles;
  const labels = new Map(KINDS.map((kind, i) => [kind, fittingLabels(label, LABELS[i] ?? "")]));
  const allowed = new Set(
    KINDS.filter((kind) => label === undefined || labels.get(kind)?.length !== 0),
  );
  const others = fittingLabels(label, OTHERS);
  return (out, making) => {
    const { subject } = making;
    if (subject?.isKnown !== true || typeof out[text.key] !== "string") return;
    const mention = mentionFor(out, making, { roles, allowed });
    if (mention === undefined || !text.fits(mention.text)) return;
    setProperty(out, text.key, mention.text);
    const kind = "kind" in mention ? mention.kind : undefined;
    const [usual] = kind === undefined ? others : (labels.get(kind) ?? []);
    if (label !== undefined && !isLabeled(out[label.key], kind)) set(out, label, usual);
    set(out, start, codePoints(subject, mention.start));
    set(out, end, codePoints(subject, mention.end));
  };
}

function set(out: ObjectDraft, property: Property | undefined, value: JsonValue | undefined): void {
  if (property === undefined || value === undefined || out[property.key] === undefined) return;
  if (property.fits(value)) setProperty(out, property.key, value);
}

/** The labels for a kind that the schema allows, most usual first. */
function fittingLabels(label: Property | undefined, labels: string): readonly string[] {
  return label === undefined ? [] : labels.split("|").filter((it) => label.fits(it));
}

function isLabeled(label: JsonValue | undefined, kind: MentionKind | undefined): boolean {
  return typeof label === "string" && kind !== undefined && kindsLabeled(label)[0] === kind;
}

type Choosing = { readonly roles: Roles; readonly allowed: ReadonlySet<MentionKind> };

/** The next mention, or otherwise a word of the input, with its place. */
function mentionFor(
  out: ObjectDraft,
  { subject }: Making,
  { roles, allowed }: Choosing,
): Mention | Omit<Mention, "kind"> | undefined {
  if (subject === undefined) return undefined;
  const kinds = roles.label === undefined ? MENTION_KINDS : allowed;
  const next = subject.nextMention(kinds);
  if (next !== undefined) return next;
  const now = out[roles.text.key];
  const word = typeof now === "string" && subject.text.includes(now) ? now : subject.topic();
  const start = subject.text.indexOf(word);
  return start < 0 ? undefined : { text: word, start, end: start + word.length };
}

/** The number of code points before an index, as Python and most other languages count. */
function codePoints({ text }: Subject, index: number): number {
  let count = index;
  for (let i = 1; i < index; i++) if (isLowSurrogate(text.charCodeAt(i))) count--;
  return count;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
