/** The actions of the command `store`. */
export const STORE_ACTIONS = ["info", "gc", "reset"] as const;

export type StoreAction = (typeof STORE_ACTIONS)[number];
