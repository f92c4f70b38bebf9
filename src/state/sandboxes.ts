import type { Sandbox } from "./sandbox.ts";

/** Makes the sandbox of a key; of none, the default one. */
export type MakeSandbox<Rows> = (key: string | undefined) => Sandbox<Rows>;

/** The sandboxes of a server by key. */
export class Sandboxes<Rows> {
  /** Serves requests whose key names no sandbox: missing, malformed or not accepted. */
  readonly default: Sandbox<Rows>;
  readonly #byKey = new Map<string, Sandbox<Rows>>();
  readonly #make: MakeSandbox<Rows>;
  readonly #isOpen: boolean;

  /** With `keys`, no other key is accepted; without, every key gets a sandbox at its first use. */
  constructor(make: MakeSandbox<Rows>, keys: readonly string[]) {
    this.#make = make;
    this.#isOpen = keys.length === 0;
    this.default = make(undefined);
    for (const key of keys) this.#byKey.set(key, make(key));
  }

  /** The sandbox of a key; undefined where the key is not accepted. */
  forKey(key: string): Sandbox<Rows> | undefined {
    const known = this.#byKey.get(key);
    if (known !== undefined || !this.#isOpen) return known;
    const made = this.#make(key);
    this.#byKey.set(key, made);
    return made;
  }

  all(): readonly Sandbox<Rows>[] {
    return [this.default, ...this.#byKey.values()];
  }
}
