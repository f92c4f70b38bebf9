/** The least that all sandboxes together must be allowed to hold: room for those that are always kept, and one with a small job. */
export const MIN_SANDBOX_BYTES: number = 100 * 1024;
