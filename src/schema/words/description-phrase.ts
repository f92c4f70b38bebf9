/** What begins the part of a description that tells more of what it is about. */
const TAIL: RegExp =
  /[,.;:()[\]\n]| - | – | (?:about|regarding|for|in|to|that|which|who|whose|where|when|as|with|by|on|at|from|if|is|are|used|using|given|mentioned|found|extracted|associated|must|should|e\.g\.|im|in der|als|für|mit)(?= )/i;
const ARTICLE: RegExp =
  /^(?:an?|the|this|its|their|der|die|das|ein|eine|le|la|les|une?|el|los|il|lo|o|a|os)\s+/i;
const OF: RegExp =
  /\s+(?:of(?: the| an?| this| its| their)?|des|der|du|de(?: la| los)?|del|della|do|da)\s+/i;
const OWNER: RegExp = /(?:'s|’s|s'|s’)(?= )/g;

/** The number of several things is how many there are; that of one is what it goes by. */
const COUNT: RegExp = /^(?:total )?(?:number|count) of (?!the |an? )/i;
/** Words that no name has in it: what has them is a sentence. */
const NO_NAME: RegExp = /\s(?:an?|the|your|you|not|it)\s/i;

/** The thing that a description speaks of, as the name of a property: of "The name of the company, in full" it is "company name". */
export function phraseOf(description: string): string {
  const [start = ""] = description.trim().split(TAIL);
  const plain = start.replace(ARTICLE, "").replace(OWNER, "").trim();
  const [head = "", whole = ""] = plain.split(OF);
  const isCount = COUNT.test(plain);
  const phrase = whole === "" ? head : `${whole} ${isCount ? "count" : head}`;
  return NO_NAME.test(phrase) ? "" : phrase;
}
