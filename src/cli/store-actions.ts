/** What the command `store` can do. */
export const STORE_ACTIONS = ["info", "gc", "reset"] as const;

/** One of these actions. */
export type StoreAction = (typeof STORE_ACTIONS)[number];
