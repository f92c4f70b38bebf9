import { scanned } from "../../text/scan.ts";
import { Sign } from "../../text/word-runs.ts";

const MONTHS: readonly string[] = [
  "jan|enero|janv|gennaio|janeiro",
  "feb|févr|fevereiro",
  "mar|mär|mars|maart",
  "apr|abr|avr",
  "may|mai|mayo|maggio|maio|mei",
  "jun|juin|giugno",
  "jul|juil|luglio",
  "aug|agosto|août",
  "sep|set",
  "oct|okt|ott|out",
  "nov",
  "dec|dez|dic|déc",
];
const MONTH = "[A-Za-zäéûÄ]{3,10}";
const DAY: RegExp = new RegExp(
  [
    String.raw`(?<iy>\d{4})-(?<im>\d\d)-(?<id>\d\d)`,
    String.raw`(?<dd>\d{1,2})\.(?<dm>\d{1,2})\.(?<dy>\d{4})`,
    String.raw`(?<s1>\d{1,2})/(?<s2>\d{1,2})/(?<sy>\d{4})`,
    String.raw`(?<jy>\d{4})年(?<jm>\d{1,2})月(?<jd>\d{1,2})日`,
    String.raw`(?<en>${MONTH})\.? (?<ed>\d{1,2})(?:st|nd|rd|th)?,? (?<ey>\d{4})`,
    String.raw`(?<td>\d{1,2})(?:\.|st|nd|rd|th)?(?: of| de)? (?<tn>${MONTH})\.?(?: de)?,? (?<ty>\d{4})`,
  ].join("|"),
  "gu",
);

/** A year and another number near it, which every day has: a search for them takes a fifth of the time. */
const NEAR_YEAR: RegExp = /\d\D{1,24}\d{4}|\d{4}\D\d/;

const YEAR_LENGTH = 4;

/** Whether an input may state days; one with a single short number doesn't. */
function mayStateDays(text: string): boolean {
  const { signs, numbers, numberCount, runs } = scanned(text);
  if (numberCount < 2 && (signs & Sign.nonLatin) === 0) {
    // The year starts a word, and the day and the month precede it.
    const run = numbers[0] ?? 0;
    if (numberCount === 0 || run < 2 || runs.end(run) - runs.start(run) < YEAR_LENGTH) return false;
  }
  return NEAR_YEAR.test(text);
}

/** A day that an input states, and what precedes it. */
type StatedDay = { readonly day: string; readonly start: number; readonly end: number };

/** The days that an input states, in order, as ISO dates. */
function daysIn(text: string): readonly StatedDay[] {
  const found: StatedDay[] = [];
  if (!mayStateDays(text)) return found;
  for (const match of text.matchAll(DAY)) {
    const day = dayOf(match.groups ?? {});
    if (day !== undefined)
      found.push({ day, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function dayOf(groups: { readonly [name: string]: string | undefined }): string | undefined {
  const { s1 = "", s2 = "", sy, en, tn } = groups;
  const isDayFirst = Number(s1) > 12;
  const year = groups["iy"] ?? groups["dy"] ?? sy ?? groups["jy"] ?? groups["ey"] ?? groups["ty"];
  const named = en ?? tn;
  const month =
    named === undefined
      ? Number(groups["im"] ?? groups["dm"] ?? groups["jm"] ?? (isDayFirst ? s2 : s1))
      : monthCalled(named);
  const slashed = isDayFirst ? s1 : s2;
  const day = Number(
    groups["id"] ?? groups["dd"] ?? groups["jd"] ?? groups["ed"] ?? groups["td"] ?? slashed,
  );
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return year === undefined || !isReal ? undefined : `${year}-${two(month)}-${two(day)}`;
}

function monthCalled(name: string): number {
  const lower = name.toLowerCase();
  return 1 + MONTHS.findIndex((names) => names.split("|").some((it) => lower.startsWith(it)));
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

const BEFORE = 28;
const DUE: RegExp =
  /(?:\bdue|\bby|\buntil|\bbefore|deadline|payable|pay by|fällig|\bbis(?: zum)?|spätestens|échéance|avant le|vence|vencimiento|scadenza|entro|uiterlijk|期限|締切)[^.;\n]{0,14}$/iu;
const DUE_AFTER: RegExp = /^ ?(?:まで|までに|迄|之前|까지)/;

/** The first stated day, or with `isDue`, the one that something is due on. */
export function statedDay(text: string, isDue: boolean): string | undefined {
  const isForDue = ({ start, end }: StatedDay): boolean =>
    DUE.test(text.slice(Math.max(0, start - BEFORE), start)) ||
    DUE_AFTER.test(text.slice(end, end + 3));
  return daysIn(text).find((it) => isForDue(it) === isDue)?.day ?? laterDay(text, isDue);
}

const DAYS_LEFT: RegExp =
  /\bnet (\d{1,3})\b|(\d{1,3}) days net|(?:within|in|innerhalb von|binnen|sous|en) (\d{1,3}) (?:days|tagen|jours|días)/iu;
const DAY_LENGTH = 86_400_000;

/** The day by which an invoice is due that states only a number of days. */
function laterDay(text: string, isDue: boolean): string | undefined {
  const start = isDue ? statedDay(text, false) : undefined;
  const days = start === undefined ? undefined : DAYS_LEFT.exec(text)?.slice(1).find(Boolean);
  if (start === undefined || days === undefined) return undefined;
  return new Date(Date.parse(start) + Number(days) * DAY_LENGTH).toISOString().slice(0, 10);
}
