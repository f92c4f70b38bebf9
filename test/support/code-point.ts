import fc from "fast-check";

/**
 * Any Unicode character, as a unit of `fc.string`. The unit `binary` means the same thing, but fast-check first makes a map of
 * all million characters.
 */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
