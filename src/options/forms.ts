import { CLOCK_FORM, type ClockText, parseClockSpec } from "../core/clock-spec.ts";
import { listed } from "../core/nearest.ts";
import { formatDuration, parseDurationMs } from "../core/time.ts";
import { formatBytes } from "../core/visible-text.ts";
import { type Form, scalar } from "./form.ts";

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** Each unit is 1024 times the one before it. An `i`, as in `kib`, may be omitted. */
const SIZE_UNITS = ["b", "kib", "mib", "gib"];

/** The form of a string that passes `pattern.test`. */
export function matching<Text extends string = string>(
  pattern: Pick<RegExp, "test">,
  parts: Pick<Form<Text>, "expected" | "placeholder" | "isSecret" | "schema">,
): Form<Text> {
  return scalar({
    ...parts,
    accept: (data) => (typeof data === "string" && pattern.test(data) ? (data as Text) : undefined),
  });
}

/** The form of a nonempty, single-line string. */
export function textForm(placeholder: string): Form<string> {
  return matching(/^[^\r\n]+$/, {
    expected: "a nonempty single-line string",
    placeholder,
    schema: { type: "string", pattern: "^[^\\r\\n]+$" },
  });
}

export const STORE: Form<string> = matching(/^(memory|postgres(ql)?:\/\/\S+|[^\r\n]+\.db)$/, {
  expected:
    "`memory`, a SQLite file's path that ends with `.db`, or the URL of a PostgreSQL database",
  placeholder: "memory|FILE.db|URL",
  schema: { type: "string", pattern: "^(memory|postgres(ql)?://\\S+|[^\\r\\n]+\\.db)$" },
});

export const PEM: Form<string> = matching(/./, {
  expected: "a string in PEM format",
  isSecret: true,
});

/** A host name or address; an IPv6 address may be in brackets. */
export const HOST_NAME: Form<string> = matching(
  /^([\w-]+(\.[\w-]+)*|\[?[\da-f]*(:[\da-f.]*){2,}\]?)$/i,
  {
    expected: "a host name or address without a port, such as `sim.test`",
    placeholder: "NAME",
  },
);

export const HTTP_URL: Form<string> = matching(
  { test: (text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text) },
  { expected: "an http or https URL, such as `https://api.example.com`", placeholder: "URL" },
);

export const PATTERN: Form<string> = matching(
  { test: isPattern },
  {
    expected: "a regular expression that doesn't match the empty string",
    placeholder: "PATTERN",
  },
);

function isPattern(text: string): boolean {
  try {
    return !new RegExp(text).test("");
  } catch {
    return false;
  }
}

/** Excludes `.` and `..`, which HTTP clients resolve, and `/_sim`, the control API's path. */
export const BASE_PATH: Form<string> = matching(
  /^(?!\/_sim(\/|$))(\/(?!\.\.?(\/|$))[\w.~-]+)*\/?$/,
  {
    expected: "a path such as `/api/v2`, without `.` or `..` segments, and outside `/_sim`",
    placeholder: "PATH",
  },
);

export const API_KEY: Form<string> = matching(/^[!-~]+$/, {
  expected: "a key of visible ASCII characters",
  placeholder: "[NAME=]KEY",
  isSecret: true,
});

/** Parses `team-a=KEY` or `KEY`. An `=` at a key's end is Base64 padding, not a separator. */
export function namedKey(text: string) {
  const [, name, key = text] = /^([A-Za-z][\w.-]*)=([^=].*)$/.exec(text) ?? [];
  return { key, name };
}

/** A secret that is sent in a header. Never logged or echoed. */
export const TOKEN: Form<string> = matching(/^[!-~]+$/, {
  expected: "a token of visible ASCII characters",
  placeholder: "TOKEN",
  isSecret: true,
});

export const CLOCK: Form<ClockText> = matching(
  { test: (text) => parseClockSpec(text) !== undefined },
  {
    expected: CLOCK_FORM,
    placeholder: "CLOCK",
    schema: { type: "string", examples: ["real", "60x", "manual", "poll", "poll:next", "poll:5s"] },
  },
);

/** A boolean; on the command line, `true`, `1`, `false`, or `0`. */
export const FLAG: Form<boolean> = scalar({
  expected: "`true` or `false`",
  schema: { type: "boolean" },
  fromText: (text) => FLAG_WORDS.get(text.toLowerCase()) ?? text,
  accept: (data) => (typeof data === "boolean" ? data : undefined),
});

/** A flag that turns something off: `--no-control`. */
export const OFF_FLAG: Form<boolean> = {
  ...FLAG,
  fromText: (text) => {
    const data = FLAG.fromText(text);
    return typeof data === "boolean" ? !data : data;
  },
};

/** An integer within inclusive bounds; by default, any safe integer. */
export function integer(
  expected: string,
  min: number = Number.MIN_SAFE_INTEGER,
  max: number = Number.MAX_SAFE_INTEGER,
): Form<number> {
  return scalar({
    expected,
    placeholder: "N",
    schema: { type: "integer", minimum: min, maximum: max },
    fromText: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
    accept: (data) =>
      typeof data === "number" && Number.isSafeInteger(data) && data >= min && data <= max
        ? data
        : undefined,
  });
}

/** 0 picks a free port. */
export const PORT: Form<number> = integer("a port from 0 to 65535", 0, 65_535);

export function countForm(max: number): Form<number> {
  return integer(`an integer from 1 to ${max}`, 1, max);
}

/** A number of bytes, at least `minBytes`; on the command line, with an optional unit. */
export function size(minBytes: number): Form<number> {
  const expected = `an integer number of bytes, at least ${minBytes}`;
  return {
    ...integer(expected, minBytes),
    placeholder: "SIZE",
    expectedText: `a size of at least ${formatBytes(minBytes)}, such as \`512kib\`, \`256mib\`, or \`1gib\``,
    fromText: bytesIn,
    toText: (bytes) => formatBytes(Number(bytes)).toLowerCase().replace(" ", ""),
  };
}

/** A duration in milliseconds, up to the maximum of `setTimeout`. Strings have a unit. */
export const DURATION: Form<number> = {
  ...integer("an integer number of milliseconds from 0 to 2147483647", 0, 2_147_483_647),
  placeholder: "TIME",
  expectedText: "a duration such as `500ms`, `5s`, or `1m30s`, at most 24 days",
  fromText: (text) => parseDurationMs(text) ?? text,
  toText: (durationMs) => formatDuration(Number(durationMs)).replace(" ", ""),
};

function bytesIn(text: string): number | string {
  const [, amount, unit = "b"] = /^(\d+(?:\.\d+)?)(b|[kmg]i?b)?$/.exec(text.toLowerCase()) ?? [];
  if (amount === undefined) return text;
  return Math.round(Number(amount) * 1024 ** SIZE_UNITS.indexOf(unit.replace(/^(.)b/, "$1ib")));
}

export const SHARE: Form<number> = scalar({
  expected: "a percentage such as `60%`, or a number from 0 to 1",
  placeholder: "SHARE",
  schema: {
    anyOf: [
      { type: "number", minimum: 0, maximum: 1 },
      { type: "string", pattern: "^(100|\\d{1,2}(\\.\\d+)?)%$" },
    ],
  },
  fromText: (text) => (/^(0|1|0?\.\d+)$/.test(text) ? Number(text) : text),
  accept: (data) => {
    if (typeof data === "number") return data >= 0 && data <= 1 ? data : undefined;
    const isPercentage = typeof data === "string" && /^(100|\d{1,2}(\.\d+)?)%$/.test(data);
    return isPercentage ? Number.parseFloat(data) / 100 : undefined;
  },
});

export function oneOf<Word extends string>(
  words: readonly Word[],
  expected: string = `one of ${listed(words)}`,
): Form<Word> {
  return scalar({
    expected,
    placeholder: words.join("|"),
    words,
    schema: { enum: words },
    accept: (data) => words.find((word) => word === data),
  });
}

/** A callback, which only a program can set. */
export function callback<Callback extends (...args: never[]) => unknown>(): Form<Callback> {
  return scalar({
    expected: "a function",
    accept: (data) => (typeof data === "function" ? (data as Callback) : undefined),
  });
}
