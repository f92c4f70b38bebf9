import { SimulatorError } from "../../core/errors.ts";

/** Which sandbox is damaged, and where. */
export type Damage = {
  readonly sandbox: string;
  /** The file or the URL. */
  readonly store: string;
  readonly cause: unknown;
};

/** A stored sandbox can't be read: what is stored of it is incomplete or wrong. */
export class DamageError extends SimulatorError {
  constructor({ sandbox, store, cause }: Damage) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
    const message = `Failed to read the sandbox \`${sandbox}\` in the store \`${store}\`: ${reason}. Reset or delete that sandbox; all others work.`;
    super("SIM_STORE", message, { cause });
  }
}
