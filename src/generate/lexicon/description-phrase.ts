/** The start of the part of a description that only adds detail. */
const TAIL: RegExp =
  /[,.;:()[\]\n]| - | – | (?:about|regarding|for|in|to|that|which|who|whose|where|when|as|with|by|on|at|from|if|is|are|used|using|given|mentioned|found|extracted|associated|must|should|e\.g\.|im|in der|als|für|mit)(?= )/i;
const ARTICLE: RegExp =
  /^(?:an?|the|this|its|their|der|die|das|ein|eine|le|la|les|une?|el|los|il|lo|o|a|os) /i;
const OF: RegExp =
  / (?:of(?: the| an?| this| its| their)?|des|der|du|de(?: la| los)?|del|della|do|da) /i;
const OWNER: RegExp = /(?:'s|’s|s'|s’)(?= )/g;

/** The number of several things is a count; the number of one thing is an identifier. */
const COUNT: RegExp = /^(?:total )?(?:number|count) of (?!the |an? )/i;
/** Words that don't appear in names: text that contains one is a sentence. */
const NO_NAME: RegExp = / (?:an?|the|your|you|not|it) /i;

/**
 * The subject of a description, as a property name: "The name of the company, in full" gives
 * "company name".
 */
export function phraseOf(description: string): string {
  const [start = ""] = description.trim().split(TAIL);
  const plain = start.replace(ARTICLE, "").replace(OWNER, "").trim();
  const [head = "", whole = ""] = plain.split(OF);
  const isCount = COUNT.test(plain);
  const phrase = whole === "" ? head : `${whole} ${isCount ? "count" : head}`;
  return NO_NAME.test(phrase) ? "" : phrase;
}
