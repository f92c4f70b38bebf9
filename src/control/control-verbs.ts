import { routeParts, type Verb } from "./verb.ts";
import * as verbs from "./verb-table.ts";

type VerbTable = typeof verbs;

/** Name of a verb: its operationId in the control API's document. */
export type VerbName = keyof VerbTable;

export type ArgumentsOf<Name extends VerbName> = Parameters<VerbTable[Name]["act"]>[1];

export type ResponseOf<Name extends VerbName> = Awaited<ReturnType<VerbTable[Name]["act"]>>;

/** Performs a verb in one sandbox, in process or over HTTP. Rejects with a SimulatorError. */
export type DoVerb = <Name extends VerbName>(
  name: Name,
  args: ArgumentsOf<Name>,
) => Promise<ResponseOf<Name>>;

/** All verbs: the source of the routes, the OpenAPI document, the client, and `Control`. */
export const CONTROL_VERBS: {
  readonly [Name in VerbName]: Verb<ArgumentsOf<Name>, ResponseOf<Name>>;
} = verbs;

export type NamedRoute = ReturnType<typeof routeParts> & { readonly name: VerbName };

const METHODS = ["GET", "POST", "PUT", "DELETE"];

export const CONTROL_ROUTES: readonly NamedRoute[] = Object.entries(CONTROL_VERBS)
  .map(([name, verb]) => ({ name: name as VerbName, ...routeParts(verb) }))
  .sort(
    (a, b) =>
      (a.path === b.path ? 0 : a.path < b.path ? -1 : 1) ||
      METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  );
