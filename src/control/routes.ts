import { CONTROL_VERBS, type VerbName } from "./control-verbs.ts";
import type { VerbRoute } from "./verb.ts";

/** A verb's name and its route. */
export type NamedRoute = { readonly name: VerbName; readonly route: VerbRoute };

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/**
 * The routes of all verbs, by path and method: the server routes by this table, and the client
 * derives its URLs from it.
 */
export const CONTROL_ROUTES: readonly NamedRoute[] = Object.entries(CONTROL_VERBS)
  .map(([name, { route }]) => ({ name: name as VerbName, route }))
  .sort(
    ({ route: a }, { route: b }) =>
      (a.path === b.path ? 0 : a.path < b.path ? -1 : 1) ||
      METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  );
