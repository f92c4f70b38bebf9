import type { Sandbox, SandboxRecipe } from "./sandbox.ts";

/** Maximum number of sandboxes that a server keeps, and their maximum total size in bytes. */
export type SandboxLimits = { readonly maxSandboxes: number; readonly maxBytes: number };

/** How a server makes sandboxes, and which of them it keeps. */
export type SandboxesOptions = {
  /** The recipe for a key that has none of its own; for undefined, the default sandbox's. */
  readonly recipeFor: (key: string | undefined) => SandboxRecipe;
  readonly open: (recipe: SandboxRecipe) => Sandbox;
  /** The keys that are accepted besides generated ones; if empty, every key is accepted. */
  readonly keys: readonly string[];
  /** A key whose sandbox, like those of `keys`, is never dropped. */
  readonly ownKey: string;
  readonly limits: SandboxLimits;
  /** Called with each dropped sandbox and the limit that was exceeded. */
  readonly onDrop: (sandbox: Sandbox, limit: keyof SandboxLimits) => void;
};

/** Prefix of every generated key: it distinguishes a key whose sandbox is gone from one that was never used. */
export const MADE_KEY_PREFIX = "sim-sandbox-";

/**
 * A server's sandboxes by key. Sandboxes made on first use or through the control API are dropped if there are too many or
 * they are too large: the least recently used one first, but never one in use.
 */
export class Sandboxes {
  readonly #options: SandboxesOptions;
  /** Least recently used first. */
  readonly #byKey = new Map<string, Sandbox>();
  readonly #bytes = new Map<Sandbox, number>();
  #default: Sandbox;
  #totalBytes = 0;

  constructor(options: SandboxesOptions) {
    this.#options = options;
    this.#default = options.open(options.recipeFor(undefined));
    for (const key of options.keys) this.#byKey.set(key, options.open(options.recipeFor(key)));
  }

  /** Serves requests whose key identifies no sandbox: missing, malformed, or not accepted. */
  get default(): Sandbox {
    return this.#default;
  }

  /** The sandbox for a key; undefined if the key is not accepted. */
  forKey(key: string): Sandbox | undefined {
    const known = this.#byKey.get(key);
    if (known === undefined) {
      const isOpen = this.#options.keys.length === 0 && !key.startsWith(MADE_KEY_PREFIX);
      return isOpen ? this.add(this.#options.recipeFor(key)) : undefined;
    }
    this.#byKey.delete(key);
    this.#byKey.set(key, known);
    return known;
  }

  /** The sandbox with a name; undefined if there is none. */
  named(name: string): Sandbox | undefined {
    return this.all().find((sandbox) => sandbox.name === name);
  }

  all(): readonly Sandbox[] {
    return [this.#default, ...this.#byKey.values()];
  }

  /** Makes a sandbox for a newly generated key. */
  add(recipe: SandboxRecipe): Sandbox {
    this.#makeRoom(this.#options.limits.maxSandboxes - 1);
    const sandbox = this.#options.open(recipe);
    this.#byKey.set(recipe.key ?? "", sandbox);
    this.#measure(sandbox, sandbox.byteLength);
    return sandbox;
  }

  /** Ends a sandbox, and replaces it with a new one from its recipe. */
  reset(sandbox: Sandbox): void {
    const recipe = sandbox.recipe.renewed();
    this.#end(sandbox);
    const fresh = this.#options.open(recipe);
    if (recipe.key === undefined) this.#default = fresh;
    else this.#byKey.set(recipe.key, fresh);
  }

  /** Ends a sandbox permanently; returns false for one that is always kept. */
  delete(sandbox: Sandbox): boolean {
    if (this.#isKept(sandbox)) return false;
    this.#drop(sandbox);
    return true;
  }

  /** Marks a sandbox as in use until the returned function is called. */
  enter(sandbox: Sandbox): () => void {
    const leave = sandbox.enter();
    return () => {
      leave();
      this.#left(sandbox);
    };
  }

  #left(sandbox: Sandbox): void {
    if (sandbox.ended.aborted) return;
    this.#measure(sandbox, sandbox.byteLength);
    this.#makeRoom(this.#options.limits.maxSandboxes);
  }

  #measure(sandbox: Sandbox, bytes: number): void {
    this.#totalBytes += bytes - (this.#bytes.get(sandbox) ?? 0);
    this.#bytes.set(sandbox, bytes);
  }

  #makeRoom(maxSandboxes: number): void {
    if (this.#exceeded(maxSandboxes) === undefined) return;
    for (const sandbox of [...this.#byKey.values()]) {
      const limit = this.#exceeded(maxSandboxes);
      if (limit === undefined) return;
      if (sandbox.uses > 0 || this.#isKept(sandbox)) continue;
      this.#drop(sandbox);
      this.#options.onDrop(sandbox, limit);
    }
  }

  #exceeded(maxSandboxes: number): keyof SandboxLimits | undefined {
    if (this.#byKey.size > maxSandboxes) return "maxSandboxes";
    return this.#totalBytes > this.#options.limits.maxBytes ? "maxBytes" : undefined;
  }

  #isKept({ recipe: { key } }: Sandbox): boolean {
    const { keys, ownKey } = this.#options;
    return key === undefined || key === ownKey || keys.includes(key);
  }

  #drop(sandbox: Sandbox): void {
    this.#byKey.delete(sandbox.recipe.key ?? "");
    this.#end(sandbox);
  }

  #end(sandbox: Sandbox): void {
    this.#measure(sandbox, 0);
    this.#bytes.delete(sandbox);
    sandbox.end();
  }
}
