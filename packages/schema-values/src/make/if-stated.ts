import type { Hints } from "../lexicon/lexicon.ts";

/** The share of null for a value that can be null. */
export const NULL_SHARE = 0.2;
/** The share of null for a value that most subjects don't state. */
export const UNSTATED_SHARE = 0.8;

/** What descriptions say about values that a subject may not state: "null if no date is given", "falls bekannt". */
const IF_STATED: readonly RegExp[] = [
  /\b(?:if|when|where|unless)(?: [\w'’-]{1,20}){0,4} (?:absent|any|applicable|available|disclosed|found|given|included|indicated|known|listed|missing|mentioned|named|none|nothing|present|provided|scheduled|shown|specified|stated|supplied|unavailable|undisclosed|unknown|unspecified|unstated)\b/i,
  /\bas stated\b|\b(?:else|or|otherwise|oder|sonst|ou|sinon|o) (?:none|null)\b/i,
  /\b(?:falls|wenn|sofern)(?: [\p{L}-]{1,20}){0,4} (?:angegeben|bekannt|erwähnt|fehlt|genannt|keine?[nrs]?|unbekannt|verfügbar|vorhanden)(?!\p{L})/iu,
  /\b(?:si|s['’]il)(?: [\p{L}'’-]{1,20}){0,4} (?:absent|aucun|connu|disponible|donné|fourni|inconnu|indiqué|manque|mentionné|précisé|présent|spécifié)e?s?(?!\p{L})/iu,
  /\b(?:si|se)(?: \p{L}{1,20}){0,4} (?:ausente|assente|conoce|conosciut[ao]|consta|dad[ao]|dat[ao]|desconocid[ao]|disponib[il]le|disponível|especifica|especificad[ao]|figura|fornit[ao]|hay|indica|indicad[ao]|indicat[ao]|manca|menciona|mencionad[ao]|menzionat[ao]|nessun[ao]|ningun[ao]|presente|proporciona|specificat[ao])(?!\p{L})/iu,
];

/** Whether a value is often null because the subject may not state it. */
export function isIfStated({ description }: Hints): boolean {
  return description !== "" && IF_STATED.some((pattern) => pattern.test(description));
}
