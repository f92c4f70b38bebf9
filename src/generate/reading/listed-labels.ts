const QUOTED: RegExp =
  /(?<![\p{L}\p{N}])(?:"[^"]{1,60}"|'[^']{1,60}'|`[^`]{1,60}`|“[^”]{1,60}”|‘[^’]{1,60}’)/gu;
const LONGEST_LABEL = 60;
const MOST_LABELS = 60;
/** Text that can separate two labels of a list. */
const BETWEEN: RegExp = /^(?:[\s,/|()]|or\b|and\b|oder\b|und\b|ou\b|et\b|o\b|y\b|e\b){1,12}$/i;
const PARTED: RegExp = /[,|/]| (?:or|and|oder|und|ou|et|o|y|e) /i;
/** A conjunction at the start of a part, as in "low, medium, or high". */
const CONJUNCTION: RegExp = /^(?:or|and|oder|und|ou|et|o|y|e) /i;
const SEGMENT_END: RegExp = /[:=.;()\n–—]| - /;
/** Words that announce a list; a colon may separate them from the list. */
const ANNOUNCED: RegExp =
  /\b(?:one of(?: the following)?|any of|either|values?(?: are)?|options?(?: are)?|labels?(?: are)?|categor(?:y|ies)(?: are)?|classes|choices|choose|pick|must be|can be|classify|respond with|answer with|reply with|return|eine[rs]?|entweder|werte|kategorien?|parmi|catégories?|entre|categorías?|categorie|valori|valeurs|valores|e\.g\.,?|such as|for example,?|for instance,?)$/i;
const ONE_OF: RegExp = /\b(?:one of|either) /i;
/** Text right before a list of quoted labels. */
const OPEN: RegExp = /(?:^|[:=(–—-]|\b(?:as|with|is|are))$/i;
const LEAD: RegExp =
  /^.*?\b(?:one of(?: the following)?|either|whether(?: it is| it's)?|(?:respond|answer|reply) with(?: only)?|as|into|is|are|be|being|ist|als|est|sont|es|son|entweder|soit) /i;
const LABEL: RegExp = /^[\p{L}\p{N}][\p{L}\p{N}_.+#&'-]{0,39}(?: [\p{L}\p{N}_.+#&'-]{1,30}){0,3}$/u;
const LONE_LABEL: RegExp = /^[\p{L}\p{N}][\p{L}\p{N}_+#&-]{0,39}$/u;
/** Words that never start a label: an item that starts with one describes a value. */
const DESCRIBES: RegExp =
  /^(?:an?|the|its|their|your|our|his|her|any|all|some|this|that|these|if|when|where) /i;
/** Items that aren't labels: parts of a date pattern, and words that continue a list. */
const PLACEHOLDER: RegExp = /^(?:d{2,4}|m{2,4}|y{2,4}|h{2}|s{2}|and|or|etc)$/i;
/** Words before a list of strings that a value must not contain. */
const EXCLUDES: RegExp = /\b(?:without|excluding|except|not|ohne|sans|sin) /i;
const OR: RegExp = /\||\/| (?:or|oder|ou|o) /i;

/**
 * The labels that a description or an instruction lists, quoted or not, such as "one of low,
 * medium, high"; empty if it lists none. With `isLoose`, a list needs no introduction.
 */
export function listedLabels(text: string, { isLoose }: { isLoose: boolean }): readonly string[] {
  const quoted = quotedLabels(text);
  if (quoted.length > 1) return quoted;
  let before = "";
  for (const segment of text.split(SEGMENT_END)) {
    if (EXCLUDES.test(before)) {
      before = "";
      continue;
    }
    const isAnnounced = isAnnouncing(before) || ONE_OF.test(segment);
    const labels = isAnnounced || isLoose ? labelsIn(segment, isAnnounced) : [];
    if (labels.length > 1) return labels;
    before = segment;
  }
  return [];
}

function isAnnouncing(before: string): boolean {
  return ANNOUNCED.test(before.slice(-LONGEST_LABEL).trimEnd());
}

/** The longest list of quoted labels. */
function quotedLabels(text: string): readonly string[] {
  let best: string[] = [];
  let current: string[] = [];
  let end = 0;
  for (const { 0: quoted, index } of text.matchAll(QUOTED)) {
    const between = text.slice(end, index);
    end = index + quoted.length;
    const isNext = current.length > 0 && between.length <= LONGEST_LABEL && BETWEEN.test(between);
    if (!isNext) current = [];
    const isFirst = isAnnouncing(between) || OPEN.test(between.slice(-LONGEST_LABEL).trimEnd());
    if ((isNext || isFirst) && current.length < MOST_LABELS) current.push(quoted.slice(1, -1));
    if (current.length > best.length) best = current;
  }
  return [...new Set(best)];
}

const LONGEST_SEGMENT = 600;

function labelsIn(segment: string, isAnnounced: boolean): readonly string[] {
  const whole = segment.slice(0, LONGEST_SEGMENT).trim();
  // The part before the first comma may be the list's subject.
  const rest = whole.slice(whole.indexOf(",") + 1).trim();
  for (const list of [whole.replace(LEAD, ""), whole, rest]) {
    const parts = list.split(PARTED).map((part) => part.trim().replace(CONJUNCTION, "").trim());
    const labels = [...new Set(parts.filter((part) => part !== ""))];
    if (labels.length < 2 || labels.length > MOST_LABELS) continue;
    const isChoice = isAnnounced || OR.test(list) || labels.length > 2;
    const label = isAnnounced ? LABEL : LONE_LABEL;
    const isList = labels.every(
      (it) => label.test(it) && !DESCRIBES.test(it) && !PLACEHOLDER.test(it),
    );
    if (isChoice && isList) return labels;
  }
  return [];
}
