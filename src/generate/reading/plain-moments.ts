import { isDigit, matchAt } from "./stated.ts";

/** The names of months, and the order of days and months in a language. */
export type DateWords = {
  /** The names of each month in all languages, without accents. */
  readonly months: readonly (readonly string[])[];
  /** Whether numbers such as "3/4/2025" can be a month and a day. */
  isMonthFirst(): boolean;
};

/** A date or time format: characters that follow its first number, a pattern, and the ISO form. */
type Form = readonly [
  next: string,
  pattern: RegExp,
  isoOf: (parts: readonly string[], words: DateWords) => string | undefined,
];

const FORMS: readonly Form[] = [
  [
    " .snrteº",
    /(\d{1,2})(?:st|nd|rd|th|er|\.|º)? (?:de |of )?(\p{L}{3,10})\.?,? (?:de |del |of )?(\d{4})(?!\d)/uy,
    ([day, month, year], { months }) => isoDay(year, monthOf(month, months), day),
  ],
  [
    " ,snrt",
    /(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(?<=(\p{L}{3,10})\.? \d{1,2}(?:[a-z]{2})?,? \d{4})/uy,
    ([day, year, month], { months }) => isoDay(year, monthOf(month, months), day),
  ],
  [
    "./-",
    /(?<![\w./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\d/-]|\.\d)/y,
    ([first, joint, second, year], { isMonthFirst }) => {
      if (joint === "." || Number(first) > 12) return isoDay(year, Number(second), first);
      if (Number(second) > 12) return isoDay(year, Number(first), second);
      return isMonthFirst() ? undefined : isoDay(year, Number(second), first);
    },
  ],
  [
    "/年년",
    /(?<![\w./-])(\d{4})(?:[年년] ?|\/)(\d{1,2})(?:[月월] ?|\/)(\d{1,2})(?![\d/])日?/y,
    ([year, month, day]) => isoDay(year, Number(month), day),
  ],
  [
    " :.hapAP",
    /(?<![\w:.,])(\d{1,2})(?:[:.h](\d\d))? ?(?:([ap])\.?m\b\.?|Uhr\b)/iy,
    ([hour, minute, half]) => isoTime(hour, minute, half?.toLowerCase()),
  ],
  [" h", /(?<![\w:.,])(\d{1,2}) ?h ?(\d\d)(?!\w)/y, ([hour, minute]) => isoTime(hour, minute)],
];

/** Maximum number of digits in a day, an hour, a month, or a year. */
const LONGEST = 4;

/** A string with its dates and times of day in ISO form, given where its runs of digits start. */
export function withPlainMoments(text: string, runs: readonly number[], words: DateWords): string {
  let plain = "";
  let from = 0;
  for (const run of runs) {
    if (run < from) continue;
    let end = run + 1;
    while (isDigit(text.charCodeAt(end))) end++;
    const unit = text.charAt(end);
    if (unit === "" || end - run > LONGEST) continue;
    for (const [next, pattern, isoOf] of FORMS) {
      if (!next.includes(unit)) continue;
      const [whole, ...parts] = matchAt(pattern, text, run) ?? [];
      const iso = whole === undefined ? undefined : isoOf(parts, words);
      if (whole === undefined || iso === undefined) continue;
      plain += text.slice(from, run) + iso;
      from = run + whole.length;
      break;
    }
  }
  return from === 0 ? text : plain + text.slice(from);
}

/** The number of a month with a name or an abbreviation in some language. */
function monthOf(name = "", months: DateWords["months"]): number | undefined {
  const letters = name.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const month = months.findIndex((names) => names.some((each) => each.startsWith(letters)));
  return month < 0 ? undefined : month + 1;
}

function isoDay(year = "", month = 0, day = ""): string | undefined {
  const iso = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  // February 31 would be a day of March.
  return new Date(iso).getUTCDate() === Number(day) ? iso : undefined;
}

function isoTime(hour = "", minute = "00", half?: string): string | undefined {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const isTime = hours < 24 && Number(minute) < 60 && (half === undefined || Number(hour) <= 12);
  return isTime ? `${String(hours).padStart(2, "0")}:${minute}` : undefined;
}
