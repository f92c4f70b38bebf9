/** For each byte, its column in `NUMBER_STATES`; 6 if a number can't contain it. */
const NUMBER_BYTES: Uint8Array = new Uint8Array(256).fill(6);
for (const [column, bytes] of ["123456789", "0", ".", "eE", "-", "+"].entries())
  for (const char of bytes) NUMBER_BYTES[char.charCodeAt(0)] = column;

/** For each state of a number, the state after the next byte; 0 if the byte is not allowed. */
const NUMBER_STATES = [
  [3, 2, 0, 0, 1, 0], // at the start
  [3, 2, 0, 0, 0, 0], // after the minus sign
  [0, 0, 4, 6, 0, 0], // after a leading zero
  [3, 3, 4, 6, 0, 0], // in the integer part
  [5, 5, 0, 0, 0, 0], // after the decimal point
  [5, 5, 0, 6, 0, 0], // in the fraction
  [8, 8, 0, 0, 7, 7], // after the `e`
  [8, 8, 0, 0, 0, 0], // after the exponent's sign
  [8, 8, 0, 0, 0, 0], // in the exponent
];

/** The states in which a number may end. */
export const WHOLE_NUMBER: ReadonlySet<number> = new Set([2, 3, 5, 8]);

/** The state after the next byte; 0 if the byte is not allowed. A number begins in state 0. */
export function nextNumberState(state: number, byte: number): number {
  return NUMBER_STATES[state]?.[NUMBER_BYTES[byte] ?? 6] ?? 0;
}
