import { parseJson } from "./json.ts";
import { percentDecoded } from "./urls.ts";

/**
 * The text that replaces a secret. It is ASCII, because a character such as `…` would double the
 * memory that a journal takes and the time to store it.
 */
export const HIDDEN = "***";

/** Parts of the names of headers and query parameters that grant access, without punctuation. */
const SECRET_PART =
  /apikey|signature|token|secret|password|passwd|authorization|cookie|credential|sessionid/;

/** Complete names of headers and query parameters that grant access. */
const SECRET_WORD = /^(sig|key|pwd|auth)$/;

/** Endings of secret JSON members' names. Omits `token`, which log probabilities contain. */
const SECRET_MEMBER =
  /(apikey|signature|(access|auth|security|refresh)token|secret|password|passwd|authorization)$/;

/** Maximum length of a parameter's name; longer names are not checked. */
const MAX_NAME = 100;

/** Maximum number of nested decodings: a URL can be a parameter of another URL. */
const MAX_DEPTH = 3;

/** Matches JSON that may contain a secret, escaped or not; most bodies don't match. */
const MAY_HAVE_SECRET =
  /[@=]|%40|\\u00|(?:key|signature|(?:access|auth|security|refresh)[_-]?token|secret|passw(?:or)?d|authorization)"/i;

/** Whether a query parameter or header grants access, judged by its name. */
export function isSecretName(name: string): boolean {
  const plain = plainName(percentDecoded(name));
  return SECRET_WORD.test(plain) || SECRET_PART.test(plain);
}

/** Whether a header grants access. Names that end in `-key` do, except `idempotency-key`. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || (name.endsWith("-key") && name !== "idempotency-key");
}

/**
 * Redacts passwords and the values of secret parameters in a string's URLs. If a parameter's name
 * is in `signatureNames`, keeps the value's last four characters. Takes linear time.
 */
export function redactText(text: string, signatureNames: readonly string[] = []): string {
  return redactWithin(text, { signatureNames, depth: 0 });
}

type Place = { readonly signatureNames: readonly string[]; readonly depth: number };

function redactWithin(text: string, place: Place): string {
  const withoutUsers = text.includes("@") ? redactUsers(text) : text;
  return withoutUsers.includes("=") ? redactParameters(withoutUsers, place) : withoutUsers;
}

/** Redacts secrets in the strings of JSON text, even if it is cut off. Changes nothing else. */
export function redactJson(text: string, signatureNames: readonly string[] = []): string {
  if (!MAY_HAVE_SECRET.test(text)) return text;
  let result = "";
  let copied = 0;
  let member = "";
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    const value = stringAt(text.slice(start, end));
    const isKey = text[indexFrom(NOT_JSON_SPACE, text, end)] === ":";
    const isSecret = !isKey && SECRET_MEMBER.test(plainName(member)) && value !== "";
    const redacted = isSecret ? HIDDEN : redactText(value, signatureNames);
    if (redacted !== value) {
      result += text.slice(copied, start) + JSON.stringify(redacted);
      copied = end;
    }
    member = isKey ? value : "";
    start = text.indexOf('"', end);
  }
  return result + text.slice(copied);
}

/** Matches two slashes, escaped or not: `//`, `\/\/`, or `~1~1` as in a JSON Pointer. */
const SLASHES = /\\*(?:\/|~1)\\*(?:\/|~1)/y;

const END_OF_AUTHORITY = /[/?#\\"<>\s]/g;

/** Replaces the username and password in all URLs, including those with escaped slashes. */
function redactUsers(text: string): string {
  let result = "";
  let copied = 0;
  let checked = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    SLASHES.lastIndex = colon + 1;
    if (!SLASHES.test(text) || SLASHES.lastIndex < checked) continue;
    const start = SLASHES.lastIndex;
    checked = indexFrom(END_OF_AUTHORITY, text, start);
    const at = text.slice(start, checked).lastIndexOf("@");
    if (at <= 0) continue;
    result += text.slice(copied, start) + HIDDEN;
    copied = start + at;
  }
  return result + text.slice(copied);
}

/** Index of the first match at or after `from`; the text's length if there is none. */
function indexFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const END_OF_SECRET = /[&#\\"<>\s]/g;

/** In a value that isn't secret, a question mark may begin the parameters of another URL. */
const END_OF_VALUE = /[?&#\\"<>\s]/g;

function redactParameters(text: string, place: Place): string {
  let result = "";
  let copied = 0;
  for (let equals = text.indexOf("="); equals !== -1; equals = text.indexOf("=", equals + 1)) {
    if (equals < copied) continue;
    const name = parameterBefore(text, equals);
    if (name === undefined) continue;
    const isSecret = isSecretName(name) || place.signatureNames.includes(name);
    const end = indexFrom(isSecret ? END_OF_SECRET : END_OF_VALUE, text, equals + 1);
    const value = text.slice(equals + 1, end);
    const redacted = isSecret ? hidden(name, value, place) : withoutInnerSecrets(value, place);
    if (redacted === value) continue;
    result += text.slice(copied, equals + 1) + redacted;
    copied = end;
  }
  return result + text.slice(copied);
}

/**
 * The parameter name before an equals sign. Undefined if no name precedes it, or if the name isn't
 * at the start of the text or after `?`, `&`, `;`, or an escape of one of these.
 */
function parameterBefore(text: string, equals: number): string | undefined {
  let start = equals;
  while (start > 0 && equals - start <= MAX_NAME && /[\w.%[\]-]/.test(text[start - 1] ?? ""))
    start--;
  if (start === equals) return undefined;
  const before = text[start - 1] ?? "";
  if (start > 0 && !"?&;\\".includes(before)) return undefined;
  const name = text.slice(start, equals);
  return before === "\\" ? name.replace(/^u00[\da-f]{2}/i, "") : name;
}

/** The redacted form of a secret; a value that begins with `***` is already redacted. */
function hidden(name: string, value: string, { signatureNames }: Place): string {
  if (value === "" || value.startsWith(HIDDEN)) return value;
  return signatureNames.includes(name) ? HIDDEN + value.slice(-4) : HIDDEN;
}

/** Redacts the secrets in a value that is an encoded URL. */
function withoutInnerSecrets(value: string, { signatureNames, depth }: Place): string {
  const inner = percentDecoded(value);
  if (inner === value || depth === MAX_DEPTH) return value;
  const redacted = redactWithin(inner, { signatureNames, depth: depth + 1 });
  return redacted === inner ? value : encodeURIComponent(redacted);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}

/** Index after a JSON string's closing quote; the text's length if it is cut off. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** A JSON string's value; if the string is cut off, the part that can be decoded. */
function stringAt(literal: string): string {
  if (!literal.includes("\\") && literal.length > 1 && literal.endsWith('"'))
    return literal.slice(1, -1);
  for (const whole of [literal, `${literal}"`, `${literal.replace(/\\[^\\]{0,5}$/, "")}"`]) {
    const value = parseJson(whole);
    if (value !== undefined) return String(value);
  }
  return literal.slice(1);
}

const NOT_JSON_SPACE = /[^ \n\r\t]/g;
