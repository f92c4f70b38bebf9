import type { Rng } from "../rng.ts";
import { encoderOf } from "./encoder.ts";
import type { FormatWords } from "./format-parts.ts";
import {
  chars,
  type FormatMaker,
  type FormatTable,
  type FormatWriter,
  fixed,
  lengthNear,
  word,
} from "./format-parts.ts";
import { hex, letters } from "./pieces.ts";
import { uuid } from "./uuid.ts";

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const VERSION_AT = 14;

/** A UUID of this version (RFC 9562). */
function uuidOf(version: string): FormatMaker {
  return fixed((rng) => {
    const text = uuid(rng);
    return text.slice(0, VERSION_AT) + version + text.slice(VERSION_AT + 1);
  });
}

/**
 * Whole groups of four characters encode whole groups of three bytes, so no dialect needs padding.
 */
function encoded(encoding: "base64" | "base64url"): FormatMaker {
  const encode = encoderOf(encoding);
  return (words) => (rng, least, most) => {
    const plain = `${word(words, rng)} ${word(words, rng)}`;
    const usual = Math.ceil(plain.length / 3);
    const groups = lengthNear(usual, Math.ceil(least / 4), Math.floor(most / 4));
    return encode(ofLength(rng, plain, groups * 3));
  };
}

function ofLength(rng: Rng, text: string, length: number): string {
  return text.slice(0, length) + letters(rng, Math.max(0, length - text.length));
}

const SIGNATURE = 43;

/** Header, claims, and signature (RFC 7519). */
const jwt: FormatMaker = (words) => {
  const encode = encoderOf("base64url");
  return (rng, least) => {
    const claims = { sub: word(words, rng), iat: rng.between(1_700_000_000, 1_790_000_000) };
    const head = `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode(JSON.stringify(claims))}.`;
    const length = Math.max(SIGNATURE, least - head.length);
    // Base64 never has exactly one digit beyond whole groups, and unused bits of the last digit
    // must be 0.
    const whole = length % 4 === 1 ? length + 1 : length;
    return `${head}${chars(rng, whole - 1, UPPER + LOWER + DIGITS)}A`;
  };
};

/** Hexadecimal digits; an even number of them if the bounds allow it. */
const hexadecimal: FormatWriter = (rng, least, most) => {
  const length = lengthNear(16, least, most);
  return hex(rng, length % 2 === 1 && length < most ? length + 1 : length);
};

function digest(length: number): FormatMaker {
  return fixed((rng) => hex(rng, length));
}

/** A digest of this many bytes in base64, with padding. */
function digestInBase64(bytes: number, encoding: "base64" | "base64url"): FormatMaker {
  const encode = encoderOf(encoding);
  return fixed((rng) => encode(letters(rng, bytes)));
}

/** A prefix followed by characters of an alphabet; the length may vary. */
function token(head: string, usual: number, alphabet: string): FormatMaker {
  return fixed(
    (rng, least, most) => head + chars(rng, lengthNear(usual, least, most) - head.length, alphabet),
  );
}

const dataUrl: FormatMaker = (words: FormatWords) => (rng) =>
  `data:text/plain;base64,${encoderOf("base64")(`${word(words, rng)} ${word(words, rng)}`)}`;

/** Identifiers, digests, and encoded bytes. */
export const TOKEN_FORMATS: FormatTable = {
  uuid1: uuidOf("1"),
  uuid3: uuidOf("3"),
  uuid4: uuidOf("4"),
  uuid5: uuidOf("5"),
  uuid6: uuidOf("6"),
  uuid7: uuidOf("7"),
  uuid8: uuidOf("8"),
  ulid: fixed((rng) => `01${chars(rng, 24, CROCKFORD)}`),
  nanoid: token("", 21, `${UPPER}${LOWER}${DIGITS}_-`),
  cuid: token("c", 25, LOWER + DIGITS),
  cuid2: token("k", 24, LOWER + DIGITS),
  xid: token("", 20, `${DIGITS}abcdefghijklmnopqrstuv`),
  ksuid: token("2", 27, UPPER + LOWER + DIGITS),
  objectid: digest(24),
  mongoid: digest(24),
  base64: encoded("base64"),
  base64url: encoded("base64url"),
  jwt,
  hex: fixed(hexadecimal),
  hexadecimal: fixed(hexadecimal),
  md5: digest(32),
  md5hex: digest(32),
  sha1: digest(40),
  sha1hex: digest(40),
  sha256: digest(64),
  sha256hex: digest(64),
  sha384: digest(96),
  sha384hex: digest(96),
  sha512: digest(128),
  sha512hex: digest(128),
  md5base64: digestInBase64(16, "base64"),
  md5base64url: digestInBase64(16, "base64url"),
  sha1base64: digestInBase64(20, "base64"),
  sha1base64url: digestInBase64(20, "base64url"),
  sha256base64: digestInBase64(32, "base64"),
  sha256base64url: digestInBase64(32, "base64url"),
  sha384base64: digestInBase64(48, "base64"),
  sha384base64url: digestInBase64(48, "base64url"),
  sha512base64: digestInBase64(64, "base64"),
  sha512base64url: digestInBase64(64, "base64url"),
  dataurl: dataUrl,
  datauri: dataUrl,
};
