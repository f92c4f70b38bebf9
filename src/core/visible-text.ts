/** Control characters, characters that set text direction, and line and paragraph separators. */
export const UNPRINTABLE: RegExp = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes unprintable characters. For example, ESC becomes `\u001b`. */
export function visibleLine(text: string): string {
  const escaped = (it: string): string => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(UNPRINTABLE, escaped);
}

/** Escapes unprintable characters except `\n` and `\t`. */
export function visibleText(text: string): string {
  return text.replace(UNPRINTABLE, (it) => (it === "\n" || it === "\t" ? it : visibleLine(it)));
}

/** Quotes a string as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./:@=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** A size for people, with at most one decimal: `17 bytes`, `1.5 MiB`, `1 GiB`. */
export function formatBytes(byteCount: number): string {
  let amount = byteCount;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Math.round(amount * 10) / 10} ${byteCount === 1 ? "byte" : UNITS[unit]}`;
}
