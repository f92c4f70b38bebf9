import type { Rng } from "../rng.ts";
import { type FormatTable, type FormatWriter, fixed } from "./format-parts.ts";
import { date, timeOfDay } from "./moments.ts";
import { two } from "./pieces.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** Month offsets for the day of the week, in Sakamoto's method. */
const SHIFTS = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];

function weekdayOf(year: number, month: number, day: number): number {
  const y = month < 3 ? year - 1 : year;
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return (y + leaps + (SHIFTS[month - 1] ?? 0) + day) % 7;
}

/** The date format of HTTP (RFC 9110), which is that of email with another zone. */
const httpDate: FormatWriter = (rng) => {
  const [year = 0, month = 1, day = 1] = date(rng).split("-").map(Number);
  const weekday = WEEKDAYS[weekdayOf(year, month, day)];
  return `${weekday}, ${two(day)} ${MONTHS[month - 1]} ${year} ${timeOfDay(rng)} GMT`;
};

function part(from: number, to: number): (rng: Rng) => string {
  return (rng) => date(rng).slice(from, to);
}

const local: FormatWriter = (rng) => `${date(rng)}T${timeOfDay(rng)}`;

/** Parts of dates and times, and dates and times without a zone. */
export const DAY_FORMATS: FormatTable = {
  timelocal: fixed(timeOfDay),
  partialtime: fixed(timeOfDay),
  timehour: fixed((rng) => two(rng.below(24))),
  timeminute: fixed((rng) => two(rng.below(60))),
  timesecond: fixed((rng) => two(rng.below(60))),
  timenumoffset: fixed((rng) => `+${two(rng.below(12))}:00`),
  datetimelocal: fixed(local),
  naivedatetime: fixed(local),
  yearmonth: fixed(part(0, 7)),
  month: fixed(part(0, 7)),
  monthday: fixed(part(5, 10)),
  datemonth: fixed(part(5, 7)),
  datemday: fixed(part(8, 10)),
  datefullyear: fixed(part(0, 4)),
  year: fixed(part(0, 4)),
  week: fixed((rng) => `${date(rng).slice(0, 4)}-W${two(rng.between(1, 52))}`),
  httpdate: fixed(httpDate),
  unixtime: fixed((rng) => String(rng.between(1_600_000_000, 1_790_000_000))),
};
