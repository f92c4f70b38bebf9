import { knownWord, type Operands, oneWord } from "./operands.ts";

/** The actions of the command `store`. */
export const STORE_ACTIONS = ["info", "gc", "backup", "restore", "reset"] as const;

export type StoreAction = (typeof STORE_ACTIONS)[number];

/** The actions that read or write a backup, and what follows them. */
const BACKUP_PLACES: { readonly [Action in StoreAction]?: string } = {
  backup: "a file, or a folder for a file named after the time",
  restore: "the file of a backup",
};

/** An action and, for some, the place of a backup. */
export const storeWords: Operands = (command, [action = "", ...rest]) => {
  const place = BACKUP_PLACES[action as StoreAction];
  if (place !== undefined) return oneWord(place)(`${command} ${action}`, rest);
  const words = action === "" ? [] : [action, ...rest];
  return knownWord("action", () => STORE_ACTIONS, true)(command, words);
};
