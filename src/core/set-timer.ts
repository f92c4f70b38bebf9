/** Runs a function after a delay in wall-clock milliseconds; the result cancels it. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;
