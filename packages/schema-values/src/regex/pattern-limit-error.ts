/** Thrown if matching a string takes too many steps. */
export class PatternLimitError extends Error {}
