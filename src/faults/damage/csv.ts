const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** The number of records in a CSV, including its header. */
export function countRecords(csv: Uint8Array): number {
  return recordEnds(csv).length;
}

/** A CSV without one of its records; the header is record 0. */
export function withoutRecord(csv: Uint8Array, index: number): Uint8Array {
  const ends = recordEnds(csv);
  const start = ends[index - 1] ?? 0;
  const end = ends[index] ?? csv.length;
  const shorter = new Uint8Array(csv.length - (end - start));
  shorter.set(csv.subarray(0, start));
  shorter.set(csv.subarray(end), start);
  return shorter;
}

/** Where each record ends: a line break within quotes is part of its field. */
function recordEnds(csv: Uint8Array): readonly number[] {
  const ends: number[] = [];
  let isQuoted = false;
  for (let index = 0; index < csv.length; index++) {
    const byte = csv[index];
    if (byte === QUOTE) isQuoted = !isQuoted;
    if (byte === LINE_FEED && !isQuoted) ends.push(index + 1);
  }
  if (csv.length > (ends.at(-1) ?? 0)) ends.push(csv.length);
  return ends;
}
