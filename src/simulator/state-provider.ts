import type { ResponseOf, VerbName } from "../control/control-verbs.ts";
import type { Caller, VerbCall } from "../control/perform.ts";
import type { Address } from "../http/request/route.ts";
import type { ServedApp } from "../http/served-app.ts";
import type { LeaderTerm } from "./leader-term.ts";
import type { Gateway } from "./serve.ts";

/** What gives a server its state. */
export type StateProvider = {
  /** The state. Throws a SimulatorError if another process has it. */
  readonly term: () => LeaderTerm;
  /** The seed of the own sandbox. */
  readonly seed: () => number;
  readonly handlerAt: (address: Address) => ServedApp;
  readonly gateway?: Gateway;
  readonly perform: <Name extends VerbName>(
    caller: Pick<Caller, "key">,
    call: VerbCall<Name>,
  ) => Promise<ResponseOf<Name>>;
  /** Resolves when requests can be handled; the server listens. */
  readonly start: () => Promise<void>;
  /** Resolves when everything stored has been read. Rejects with a SimulatorError if that fails. */
  readonly loaded: () => Promise<void>;
  /** Ends what waits for changes, other than requests. */
  readonly stop: () => void;
  /** Ends every sandbox. Resolves once nothing is judged in the background. */
  readonly end: () => Promise<void>;
  /** Stores the remaining changes. */
  readonly close: () => Promise<void>;
};
