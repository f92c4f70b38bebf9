import { MADE_KEY_PREFIX } from "../core/api-key.ts";
import { SimulatorError } from "../core/errors.ts";
import type { Sandbox, SandboxRecipe } from "./sandbox.ts";
import { limitText, type SandboxLimits, TotalSize } from "./sandbox-limits.ts";

export type SandboxesOptions = {
  /** Returns the recipe for a key that has no recipe yet; undefined means the default sandbox. */
  readonly recipeFor: (key: string | undefined) => SandboxRecipe;
  readonly open: (recipe: SandboxRecipe) => Sandbox;
  /** Returns the recipe to use after a reset; the server's scenario may have changed. */
  readonly renewed: (recipe: SandboxRecipe) => SandboxRecipe;
  /** Accepted keys in addition to generated ones; if empty, every key is accepted. */
  readonly keys: readonly string[];
  /** Another key whose sandbox is never dropped, like the sandboxes of `keys`. */
  readonly ownKey: string;
  readonly limits: SandboxLimits;
  readonly onDrop: (sandbox: Sandbox, limit: keyof SandboxLimits) => void;
  /** Called on the first of several consecutive refusals. */
  readonly onFull: (message: string) => void;
};

/** The share of `maxSandboxes` that is reserved for sandboxes whose tests are about to begin. */
const NEW_SHARE = 0.1;

/**
 * After a request, other sandboxes are dropped only if a memory limit is exceeded by this factor,
 * because a rejected create request, or a poll after it, should not drop a sandbox.
 */
const SLACK = 1.1;

/** Share of the memory limits for exchanges and traces; beyond it, the oldest are dropped. */
const RECORD_SHARE = 0.5;

/** The share of the records' limit to keep after a drop, so that not every request drops some. */
const RECORDS_LEFT = 0.95;

/** How long a sandbox with jobs is in use after a request: longer than a client's poll interval. */
const IN_USE_MS = 60_000;

/**
 * A server's sandboxes by key. If there are too many or they are too large, those made on first use
 * or through the control API are dropped: first old sandboxes that were never used, then the least
 * recently used. Sandboxes in use are kept: those with an open request, or with jobs and a request
 * in the last minute. If all are in use, no more are created. The sandbox that was used last
 * is never dropped for lack of memory.
 */
export class Sandboxes {
  readonly #options: SandboxesOptions;
  /** Sandboxes by key: the default sandbox, then the others from least to most recently used. */
  readonly #byKey = new Map<string | undefined, Sandbox>();
  /** The most recently added or used sandbox in `byKey`. */
  #newest: Sandbox | undefined;
  /** Sandboxes made through the control API and not used since, oldest first. */
  readonly #unused = new Set<Sandbox>();
  readonly #sizes = new TotalSize();
  readonly #usedAtMs = new WeakMap<Sandbox, number>();
  /** The kinds of requests being refused: for another sandbox, or for more data in a sandbox. */
  readonly #refused = new Set<"sandbox" | "more">();

  constructor(options: SandboxesOptions) {
    this.#options = options;
    for (const key of [undefined, ...options.keys])
      this.#byKey.set(key, options.open(options.recipeFor(key)));
  }

  /** The sandbox for requests whose key is missing, malformed, or not accepted. */
  get default(): Sandbox {
    return this.#byKey.get(undefined) as Sandbox;
  }

  /** The sandbox for a key; undefined if the key is not accepted. */
  forKey(key: string): Sandbox | undefined {
    const known = this.#byKey.get(key);
    if (known === undefined) {
      const isOpen = this.#options.keys.length === 0 && !key.startsWith(MADE_KEY_PREFIX);
      return isOpen ? this.#open(this.#options.recipeFor(key)) : undefined;
    }
    this.#touch(known);
    return known;
  }

  named(name: string): Sandbox | undefined {
    return this.all().find((sandbox) => sandbox.name === name);
  }

  all(): readonly Sandbox[] {
    return [...this.#byKey.values()];
  }

  /** Makes a sandbox for a newly generated key. */
  add(recipe: SandboxRecipe): Sandbox {
    const sandbox = this.#open(recipe);
    this.#unused.add(sandbox);
    return sandbox;
  }

  /** Adds a sandbox that an earlier process made. */
  adopt(sandbox: Sandbox, isUsed: boolean): void {
    if (!isUsed) this.#unused.add(sandbox);
    this.#keep(sandbox);
  }

  #open(recipe: SandboxRecipe): Sandbox {
    if (!this.#isKept(recipe.key)) this.#requireSlot();
    return this.#keep(this.#options.open(recipe));
  }

  #keep(sandbox: Sandbox): Sandbox {
    this.#add(sandbox);
    this.#sizes.measure(sandbox);
    this.#makeRoom(sandbox);
    return sandbox;
  }

  /** Drops sandboxes, if necessary, to make room for a sandbox whose state has been read. */
  noteLoaded(sandbox: Sandbox): void {
    this.#sizes.measure(sandbox);
    this.#shrinkRecords();
    this.#makeRoom(this.#newest ?? sandbox);
  }

  /** Drops a sandbox if the maximum number exists. Throws a SimulatorError if all are in use. */
  #requireSlot(): void {
    const { limits } = this.#options;
    if (this.#numLimited < limits.maxSandboxes) {
      this.#refused.delete("sandbox");
      return;
    }
    const [oldest] = this.#droppable();
    if (oldest !== undefined) return void this.#drop(oldest, "maxSandboxes");
    const reason = limitText(limits, "maxSandboxes");
    this.#refuse(
      "sandbox",
      `Failed to open another sandbox: ${reason}, and all sandboxes are in use. Raise the limit, or delete sandboxes once you are done with them.`,
    );
  }

  /** Drops other sandboxes to free memory. Throws a SimulatorError if that is not enough. */
  requireRoom(sandbox: Sandbox): void {
    this.#sizes.measure(sandbox);
    const limit = this.#makeRoom(sandbox);
    if (limit === undefined || limit === "maxSandboxes") {
      this.#refused.delete("more");
      return;
    }
    const reason = limitText(this.#options.limits, limit);
    this.#refuse(
      "more",
      `Failed to create another job, file, or dataset: ${reason}. Raise the limit, or reset or delete sandboxes.`,
    );
  }

  #refuse(what: "sandbox" | "more", message: string): never {
    if (!this.#refused.has(what)) this.#options.onFull(message);
    this.#refused.add(what);
    throw new SimulatorError("SIM_MEMORY", message);
  }

  reset(sandbox: Sandbox): void {
    const recipe = this.#options.renewed(sandbox.recipe);
    this.#end(sandbox);
    this.#byKey.set(recipe.key, this.#options.open(recipe));
  }

  /** Ends a sandbox permanently; returns false for a sandbox that is always kept. */
  delete(sandbox: Sandbox): boolean {
    if (this.#isKept(sandbox.recipe.key)) return false;
    this.#drop(sandbox);
    return true;
  }

  /** Marks a sandbox as in use until the returned function is called. */
  enter(sandbox: Sandbox): () => void {
    const leave = sandbox.enter();
    this.#unused.delete(sandbox);
    return () => {
      leave();
      if (sandbox.ended.aborted) return;
      this.#usedAtMs.set(sandbox, sandbox.clock.wall.now());
      this.#touch(sandbox);
      this.#sizes.measure(sandbox);
      this.#shrinkRecords();
      this.#makeRoom(sandbox, SLACK);
    };
  }

  /** If records are too large, drops the oldest ones in the sandboxes with the largest records. */
  #shrinkRecords(): void {
    const { maxBytes, maxHeapBytes } = this.#options.limits;
    const most = Math.min(maxBytes, maxHeapBytes) * RECORD_SHARE;
    if (this.#sizes.of("recordBytes") <= most) return;
    const largestFirst = this.all().toSorted((a, b) => b.recordBytes - a.recordBytes);
    for (const sandbox of largestFirst) {
      const excess = this.#sizes.of("recordBytes") - most * RECORDS_LEFT;
      if (excess <= 0) return;
      sandbox.shrinkRecords(Math.max(sandbox.recordBytes - excess, sandbox.recordBytes / 2));
      this.#sizes.measure(sandbox);
    }
  }

  #touch(sandbox: Sandbox): void {
    const { key } = sandbox.recipe;
    if (key === undefined || sandbox === this.#newest) return;
    this.#byKey.delete(key);
    this.#add(sandbox);
  }

  #add(sandbox: Sandbox): void {
    this.#byKey.set(sandbox.recipe.key, sandbox);
    this.#newest = sandbox;
  }

  /** Drops other sandboxes until no limit is exceeded; returns a limit still exceeded, if any. */
  #makeRoom(needed: Sandbox, slack = 1): keyof SandboxLimits | undefined {
    if (this.#exceeded(slack) === undefined) return undefined;
    for (const sandbox of this.#droppable()) {
      const limit = this.#exceeded(slack);
      if (limit === undefined) return undefined;
      if (sandbox === needed) continue;
      this.#drop(sandbox, limit);
    }
    return this.#exceeded(slack);
  }

  #isInUse(sandbox: Sandbox): boolean {
    if (sandbox.uses > 0) return true;
    const usedAtMs = this.#usedAtMs.get(sandbox);
    if (usedAtMs === undefined || sandbox.state.jobs.size === 0) return false;
    return sandbox.clock.wall.now() - usedAtMs < IN_USE_MS;
  }

  /** The sandboxes that may be dropped, in order. The caller may drop each one while iterating. */
  *#droppable(): Generator<Sandbox> {
    const numNew = Math.floor(this.#options.limits.maxSandboxes * NEW_SHARE);
    let numOld = this.#unused.size - numNew;
    for (const sandbox of this.#unused) {
      if (numOld-- <= 0) break;
      if (this.#isDroppable(sandbox)) yield sandbox;
    }
    for (const sandbox of this.#byKey.values()) if (this.#isDroppable(sandbox)) yield sandbox;
  }

  #isDroppable(sandbox: Sandbox): boolean {
    return !this.#isInUse(sandbox) && !this.#isKept(sandbox.recipe.key);
  }

  #exceeded(slack: number): keyof SandboxLimits | undefined {
    const { limits } = this.#options;
    if (this.#numLimited > limits.maxSandboxes) return "maxSandboxes";
    return this.#sizes.exceeded(limits, slack);
  }

  /** Number of sandboxes that `maxSandboxes` limits. */
  get #numLimited(): number {
    const { keys, ownKey } = this.#options;
    const isOwnKeptToo = !keys.includes(ownKey) && this.#byKey.has(ownKey);
    return this.#byKey.size - 1 - keys.length - (isOwnKeptToo ? 1 : 0);
  }

  #isKept(key: string | undefined): boolean {
    const { keys, ownKey } = this.#options;
    return key === undefined || key === ownKey || keys.includes(key);
  }

  #drop(sandbox: Sandbox, limit?: keyof SandboxLimits): void {
    this.#byKey.delete(sandbox.recipe.key);
    this.#end(sandbox);
    if (limit !== undefined) this.#options.onDrop(sandbox, limit);
  }

  #end(sandbox: Sandbox): void {
    this.#sizes.forget(sandbox);
    this.#unused.delete(sandbox);
    if (sandbox === this.#newest) this.#newest = undefined;
    sandbox.end();
  }
}
