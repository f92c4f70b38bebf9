/** A cursor over the code points of a pattern. */
export type RegexReader = {
  readonly unicode: boolean;
  /** Names of the capturing groups in order; undefined for groups without a name. */
  readonly groupNames: readonly (string | undefined)[];
  /** Number of capturing groups opened so far. */
  opened: number;
  /** Number of groups around the position. */
  depth: number;
  position: number;
  readonly text: string;
};

/** A reader at the start of the pattern. */
export function regexReader(text: string, unicode: boolean): RegexReader {
  return { unicode, groupNames: namesOfGroups(text), opened: 0, depth: 0, position: 0, text };
}

/** The next character without consuming it; an empty string at the end. */
export function peek(reader: RegexReader): string {
  const code = reader.text.codePointAt(reader.position);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Consumes the next character. */
export function take(reader: RegexReader): string {
  const char = peek(reader);
  reader.position += char.length;
  return char;
}

/** Consumes the given text if it comes next. */
export function accept(reader: RegexReader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.position)) return false;
  reader.position += text.length;
  return true;
}

/** Consumes what the sticky expression matches at this position, if it matches. */
export function acceptMatch(reader: RegexReader, sticky: RegExp): RegExpExecArray | undefined {
  sticky.lastIndex = reader.position;
  const match = sticky.exec(reader.text);
  if (match === null) return undefined;
  reader.position += match[0].length;
  return match;
}

/** Finds all groups in advance, because a reference may precede its group. */
function namesOfGroups(text: string): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  let inClass = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "(") {
      const name = /^\(\?<([^=!>][^>]*)>/.exec(text.slice(i, i + 200));
      if (name !== null) names.push(name[1]);
      else if (text[i + 1] !== "?") names.push(undefined);
    }
  }
  return names;
}
