/** The likely range of a number with a certain name, and its decimal places. */
export type NumberKind = { readonly min: number; readonly max: number; readonly digits: number };
