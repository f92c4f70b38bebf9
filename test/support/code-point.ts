import fc from "fast-check";

/**
 * Any character of Unicode, as a unit of `fc.string`. The unit `binary` means the same, but fast-check makes a map of all of
 * them first, a million.
 */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
