import { formatBytes } from "../core/visible-text.ts";
import type { Sandbox } from "./sandbox.ts";

export type SandboxLimits = {
  /** Maximum number of sandboxes, not counting those that are never dropped. */
  readonly maxSandboxes: number;
  /** Maximum total size of all sandboxes in memory, in bytes. */
  readonly maxBytes: number;
  /** Maximum total size of the sandboxes' parts on the V8 heap, in bytes. */
  readonly maxHeapBytes: number;
  /** Maximum total size of the sandboxes' inputs on disk, in bytes. */
  readonly maxDiskBytes: number;
};

export function limitText(
  { maxSandboxes, maxBytes, maxHeapBytes, maxDiskBytes }: SandboxLimits,
  limit: keyof SandboxLimits,
): string {
  const texts: Readonly<Record<keyof SandboxLimits, string>> = {
    maxSandboxes: `the number of sandboxes is limited to ${maxSandboxes} (\`maxSandboxes\`, \`--max-sandboxes\`)`,
    maxBytes: `the sandboxes' total memory is limited to ${formatBytes(maxBytes)} (\`maxSandboxBytes\`, \`--max-sandbox-bytes\`)`,
    maxDiskBytes: `the total size of the sandboxes' inputs on disk is limited to ${formatBytes(maxDiskBytes)} (\`maxSandboxDiskBytes\`, \`--max-sandbox-disk\`)`,
    maxHeapBytes: `the sandboxes' share of the V8 heap is limited to ${formatBytes(maxHeapBytes)}, a third of the heap (\`NODE_OPTIONS=--max-old-space-size=<megabytes>\`)`,
  };
  return texts[limit];
}

const NO_SIZE = { byteLength: 0, heapBytes: 0, diskBytes: 0, recordBytes: 0 };

type Size = keyof typeof NO_SIZE;

/** The total size of several sandboxes, according to each sandbox's last measurement. */
export class TotalSize {
  readonly #bySandbox = new Map<Sandbox, Record<Size, number>>();
  readonly #total = { ...NO_SIZE };

  measure(sandbox: Sandbox): void {
    this.#resize(sandbox, sandbox);
  }

  forget(sandbox: Sandbox): void {
    this.#resize(sandbox, NO_SIZE);
    this.#bySandbox.delete(sandbox);
  }

  of(size: Size): number {
    return this.#total[size];
  }

  /** Returns a size limit that the total exceeds by more than the factor `slack`, if any. */
  exceeded(
    { maxBytes, maxHeapBytes, maxDiskBytes }: SandboxLimits,
    slack: number,
  ): keyof SandboxLimits | undefined {
    if (this.#total.byteLength > maxBytes * slack) return "maxBytes";
    if (this.#total.diskBytes > maxDiskBytes * slack) return "maxDiskBytes";
    return this.#total.heapBytes > maxHeapBytes * slack ? "maxHeapBytes" : undefined;
  }

  #resize(sandbox: Sandbox, size: Readonly<Record<Size, number>>): void {
    const before = this.#bySandbox.get(sandbox) ?? { ...NO_SIZE };
    for (const name of Object.keys(NO_SIZE) as Size[]) {
      const bytes = size[name];
      this.#total[name] += bytes - before[name];
      before[name] = bytes;
    }
    this.#bySandbox.set(sandbox, before);
  }
}

/**
 * Returns the stored sandboxes that don't fit in addition to the sandboxes in use, each with the
 * exceeded limit. `stored` begins with the least recently used. The heap limit doesn't apply.
 */
export function beyondLimits(
  stored: readonly Sandbox[],
  used: readonly Sandbox[],
  limits: SandboxLimits,
): ReadonlyMap<Sandbox, keyof SandboxLimits> {
  const sizes = new TotalSize();
  for (const sandbox of used) sizes.measure(sandbox);
  let count = used.length;
  let limit: keyof SandboxLimits | undefined;
  const beyond = new Map<Sandbox, keyof SandboxLimits>();
  for (const sandbox of stored.toReversed()) {
    sizes.measure(sandbox);
    if (++count > limits.maxSandboxes) limit ??= "maxSandboxes";
    limit ??= sizes.exceeded({ ...limits, maxHeapBytes: Number.POSITIVE_INFINITY }, 1);
    if (limit !== undefined) beyond.set(sandbox, limit);
  }
  return beyond;
}

/** Maximum number of reported names to remember; beyond it, a sandbox may be reported again. */
const MAX_NAMES = 10_000;

/**
 * Makes a function that reports a sandbox only the first time that it is dropped for lack of room,
 * because a sandbox that is too large is dropped after every use.
 */
export function dropNotices(
  limits: SandboxLimits,
  onNotice: (notice: string) => void,
): (sandbox: Sandbox, limit: keyof SandboxLimits) => void {
  const told = new Set<string>();
  return ({ name }, limit) => {
    if (told.has(name)) return;
    if (told.size >= MAX_NAMES) told.clear();
    told.add(name);
    onNotice(
      `Dropped the sandbox \`${name}\`, with its jobs and datasets: ${limitText(limits, limit)}. Raise the limit, or delete sandboxes once you are done with them.`,
    );
  };
}
