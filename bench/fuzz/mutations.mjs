// Damages bytes at random.
import fc from "fast-check";

/** Strings that parsers of text trip over. */
export const NASTY = [
  ...["", "\0", "\ufeff", "\u2028", "\ud800", "\u202e", "\x1b[31m", "💥", "é"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "NaN", "undefined"],
  ...["../../etc/passwd", "%00", "%2e%2e/", "${input}", "$eval", "<script>", "'\"`;--", "\r\n\r\n"],
  ...["-0", "1e999", "-1", "9007199254740993", "2147483648", "0x10", "1_000", "٣"],
];

/** A string of any kind. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(...NASTY),
  fc.tuple(fc.constantFrom(...NASTY, "a"), fc.integer({ min: 2, max: 3000 })).map(repeated),
);

function repeated([text, count]) {
  return text.repeat(count);
}

const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 2000 }));

/** Bytes, damaged in a few places; occasionally, most are unchanged. */
export function mutated(bytes, tokens = NASTY) {
  const mutation = fc.oneof(
    fc.record({ kind: fc.constant("flip"), at: place, bit: fc.integer({ min: 0, max: 7 }) }),
    fc.record({ kind: fc.constant("set"), at: place, byte: fc.constantFrom(0, 1, 127, 128, 255) }),
    fc.record({ kind: fc.constant("delete"), at: place, length }),
    fc.record({ kind: fc.constant("repeat"), at: place, length, times: length }),
    fc.record({ kind: fc.constant("insert"), at: place, token: fc.constantFrom(...tokens) }),
    fc.record({ kind: fc.constant("truncate"), at: place }),
  );
  return fc
    .tuple(bytes, fc.array(mutation, { maxLength: 4 }))
    .map(([original, mutations]) => mutations.reduce(damaged, Buffer.from(original)));
}

function damaged(bytes, { kind, at, ...how }) {
  const index = Math.floor(at * bytes.length);
  const [head, tail] = [bytes.subarray(0, index), bytes.subarray(index)];
  switch (kind) {
    case "flip":
      return withByte(bytes, index, (bytes[index] ?? 0) ^ (1 << how.bit));
    case "set":
      return withByte(bytes, index, how.byte);
    case "delete":
      return Buffer.concat([head, tail.subarray(how.length)]);
    case "repeat": {
      const piece = tail.subarray(0, how.length);
      return Buffer.concat([head, ...Array.from({ length: how.times }, () => piece), tail]);
    }
    case "insert":
      return Buffer.concat([head, Buffer.from(how.token), tail]);
    default:
      return head;
  }
}

function withByte(bytes, index, byte) {
  const copy = Buffer.from(bytes);
  if (index < copy.length) copy[index] = byte;
  return copy;
}
