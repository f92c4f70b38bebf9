import { formatBytes } from "../core/format-bytes.ts";
import type { SandboxLimits } from "../state/sandboxes.ts";

/** Names that are remembered; of a server that has dropped more, some may be told of again. */
const MAX_NAMES = 10_000;

/** Says which sandboxes were dropped for want of room: once of each, for one that is too large is dropped after each use. */
export class DropNotices {
  readonly #limits: SandboxLimits;
  readonly #told = new Set<string>();

  constructor(limits: SandboxLimits) {
    this.#limits = limits;
  }

  /** What is to be said of a sandbox that gave way to a limit; undefined where it was said before. */
  noticeOf(name: string, limit: keyof SandboxLimits): string | undefined {
    if (this.#told.has(name)) return undefined;
    if (this.#told.size >= MAX_NAMES) this.#told.clear();
    this.#told.add(name);
    return `Dropped the sandbox \`${name}\`, with its jobs and datasets: ${this.#reason(limit)}. Allow more, or delete sandboxes when they have served.`;
  }

  #reason(limit: keyof SandboxLimits): string {
    const { maxSandboxes, maxBytes } = this.#limits;
    return limit === "maxSandboxes"
      ? `at most ${maxSandboxes} sandboxes are kept (\`maxSandboxes\`, \`--max-sandboxes\`)`
      : `sandboxes hold at most ${formatBytes(maxBytes)} together (\`maxSandboxBytes\`, \`--max-sandbox-bytes\`)`;
  }
}
