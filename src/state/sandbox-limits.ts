import { formatBytes } from "../core/visible-text.ts";

/** What a server's sandboxes may hold. */
export type SandboxLimits = {
  /** Maximum number of sandboxes, besides those that are never dropped. */
  readonly maxSandboxes: number;
  /** Maximum total size of all sandboxes in memory. */
  readonly maxBytes: number;
  /** Maximum total size of their parts on JavaScript's heap. */
  readonly maxHeapBytes: number;
  /** Maximum total size of the inputs that they have on disk. */
  readonly maxDiskBytes: number;
};

/** What a limit allows, and what raises it. */
export function limitText(
  { maxSandboxes, maxBytes, maxHeapBytes, maxDiskBytes }: SandboxLimits,
  limit: keyof SandboxLimits,
): string {
  switch (limit) {
    case "maxSandboxes":
      return `at most ${maxSandboxes} sandboxes are kept (\`maxSandboxes\`, \`--max-sandboxes\`)`;
    case "maxBytes":
      return `sandboxes hold at most ${formatBytes(maxBytes)} together (\`maxSandboxBytes\`, \`--max-sandbox-bytes\`)`;
    case "maxDiskBytes":
      return `sandboxes have at most ${formatBytes(maxDiskBytes)} of inputs on disk together (\`maxSandboxDiskBytes\`, \`--max-sandbox-disk\`)`;
    case "maxHeapBytes":
      return `sandboxes use at most ${formatBytes(maxHeapBytes)} of JavaScript's heap, a third of its size (\`NODE_OPTIONS=--max-old-space-size=<megabytes>\`)`;
  }
}
