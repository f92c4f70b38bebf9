/** Pairs of words that turn a name into an earlier and a later one, for times only. */
const IN_TIME =
  "created>updated>deleted|created>modified|creation>modification|ordered>shipped>delivered|order>shipping>delivery|order>ship>delivery|opened>closed|opens>closes|opening>closing|departure>arrival|departs>arrives|departed>arrived|depart>arrive|check in>check out|checkin>checkout|pickup>dropoff|pick up>drop off|issue>expiry|issue>expiration|issue>due|issued>expires|issued>due|invoice>due|posted>expires|published>updated|admission>discharge|admitted>discharged|hire>termination|hired>terminated|joined>left|reported>resolved|received>resolved|received>processed|submitted>approved|submitted>reviewed|requested>completed|scheduled>completed|birth>death|born>died|enrollment>graduation|purchase>return|purchase>delivery|queued>started>finished|enqueued>started|started>completed|effective>expiration|effective>expiry|arrived>departed|registered>last login|beginn>ende|anfang>ende|debut>fin|inicio>fin|inizio>fine|inicio>fim";

/** The same for anything that can be ordered. */
const IN_ANY_ORDER =
  "start>end|begin>end|start>finish|starts>ends|started>ended|started>finished|begins>ends|from>to|from>until|from>till|since>until|since>to|min>max|minimum>maximum|lower>upper|low>high|lowest>highest|least>most|smallest>largest|first>last|page>total pages|page number>total pages|current page>total pages|step>total steps|current step>total steps|subtotal>total|sub total>total|net>gross|left>right|x1>x2|y1>y2|x0>x1|y0>y1|correct>total|completed>total|passed>total|used>total|von>bis|desde>hasta|da>a";

/** Two runs of words, and whether they apply only to times. */
export type OrderedWords = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly isOfTimes: boolean;
};

/**
 * Pairs of words: replacing the first by the second turns the name of the earlier thing into that
 * of the later.
 */
export const ORDERED_WORDS: readonly OrderedWords[] = [
  ...pairsOf(IN_TIME, true),
  ...pairsOf(IN_ANY_ORDER, false),
];

function pairsOf(text: string, isOfTimes: boolean): OrderedWords[] {
  return text.split("|").flatMap((chain) => {
    const steps = chain.split(">").map((step) => step.split(" "));
    return steps.flatMap((before, i) =>
      steps.slice(i + 1).map((after) => ({ before, after, isOfTimes })),
    );
  });
}
