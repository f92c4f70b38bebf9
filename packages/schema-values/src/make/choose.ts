import type { JsonValue } from "../json.ts";
import type { Draws, Hints, Lexicon, Subject } from "../lexicon/lexicon.ts";

/** Probability of null for a value that subjects often don't state. */
export const UNSTATED_SHARE = 0.8;
/** Each value that the subject doesn't favor keeps at least this share of the rows. */
const LEAST_SHARE = 0.05;
/** Maximum share of the rows with values that the subject suggests but doesn't state. */
const MOST_SHARE = 0.8;

/** Returns a function that chooses a value, preferably one that the row's subject favors. */
export function chooserOf<Value extends JsonValue>(
  lexicon: Lexicon,
  values: readonly Value[],
  hints: Hints,
): (draws: Draws & { hasStated?: boolean }) => Value {
  const favoredBy = values.length < 2 ? undefined : lexicon.choice?.(values, hints);
  const nothing = isIfStated(hints) ? values.find((value) => value === null) : undefined;
  if (favoredBy === undefined && nothing === undefined) return ({ rng }) => rng.pick(values);
  return (making) => {
    const { rng, subject } = making;
    const { indexes, isStated = false } = (subject && favoredBy?.(subject)) ?? { indexes: [] };
    const others = values.length - indexes.length;
    const mayBeNothing = nothing !== undefined && subject !== undefined && indexes.length === 0;
    if (mayBeNothing && rng.next() < UNSTATED_SHARE) return nothing;
    if (subject === undefined || indexes.length === 0 || others === 0) return rng.pick(values);
    const even = indexes.length / values.length;
    making.hasStated ||= isStated;
    const share = shareOf(Math.max(even, 1 - LEAST_SHARE * others), even, subject);
    if (isStated || rng.next() < share) return values[rng.pick(indexes)] as Value;
    return rng.pick(values.filter((_, index) => !indexes.includes(index)));
  };
}

/** Decides whether to suggest a value. `even` is the share of random values that also fit. */
export function isSuggested({ rng, subject }: Draws, even = 0): boolean {
  if (subject === undefined) return false;
  return even + (1 - even) * rng.next() < shareOf(MOST_SHARE, even, subject);
}

/** Share of the rows with a suggested value: from `share` at a heat of 1 or less to `even` at 2. */
function shareOf(share: number, even: number, { heat }: Subject): number {
  return even + (Math.min(share, MOST_SHARE) - even) * Math.max(0, 2 - Math.max(1, heat));
}

/** Descriptions of values that subjects may lack: "null if no date is given", "falls bekannt". */
const IF_STATED: readonly RegExp[] = [
  /\b(?:if|when|where|unless)(?: [\w'’-]{1,20}){0,4} (?:absent|any|applicable|available|disclosed|found|given|included|indicated|known|listed|missing|mentioned|named|none|nothing|present|provided|scheduled|shown|specified|stated|supplied|unavailable|undisclosed|unknown|unspecified|unstated)\b/i,
  /\bas stated\b|\b(?:else|or|otherwise|oder|sonst|ou|sinon|o) (?:none|null)\b/i,
  /\b(?:falls|wenn|sofern)(?: [\p{L}-]{1,20}){0,4} (?:angegeben|bekannt|erwähnt|fehlt|genannt|keine?[nrs]?|unbekannt|verfügbar|vorhanden)(?!\p{L})/iu,
  /\b(?:si|s['’]il)(?: [\p{L}'’-]{1,20}){0,4} (?:absent|aucun|connu|disponible|donné|fourni|inconnu|indiqué|manque|mentionné|précisé|présent|spécifié)e?s?(?!\p{L})/iu,
  /\b(?:si|se)(?: \p{L}{1,20}){0,4} (?:ausente|assente|conoce|conosciut[ao]|consta|dad[ao]|dat[ao]|desconocid[ao]|disponib[il]le|disponível|especifica|especificad[ao]|figura|fornit[ao]|hay|indica|indicad[ao]|indicat[ao]|manca|menciona|mencionad[ao]|menzionat[ao]|nessun[ao]|ningun[ao]|presente|proporciona|specificat[ao])(?!\p{L})/iu,
];

/** Words for null. `UNSAID` alone doesn't imply null, as in "1 if the text doesn't say". */
const NOTHING: RegExp = /\b(?:blank|empty|none|null|omit(?:ted)?)\b/i;
const UNSAID: RegExp =
  /\b(?:if|when) [\w'’ -]{1,40} (?:do|does|did)(?:n['’]t| not) (?:mention|say|specify|state|tell)\b/i;

/** Whether the description says that the subject may not state the value. */
export function isIfStated({ description }: Hints): boolean {
  if (description === "") return false;
  const isUnsaid = NOTHING.test(description) && UNSAID.test(description);
  return isUnsaid || IF_STATED.some((pattern) => pattern.test(description));
}
