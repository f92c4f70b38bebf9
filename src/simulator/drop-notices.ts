import { limitText, type SandboxLimits } from "../state/sandbox-limits.ts";

/** Maximum number of names to remember; beyond it, a sandbox may be reported again. */
const MAX_NAMES = 10_000;

/** Reports the sandboxes that were dropped for lack of room, each once: one that is too large is dropped after every use. */
export class DropNotices {
  readonly #limits: SandboxLimits;
  readonly #told = new Set<string>();

  constructor(limits: SandboxLimits) {
    this.#limits = limits;
  }

  /** The notice about a sandbox that exceeded a limit; undefined if it was already reported. */
  noticeOf(name: string, limit: keyof SandboxLimits): string | undefined {
    if (this.#told.has(name)) return undefined;
    if (this.#told.size >= MAX_NAMES) this.#told.clear();
    this.#told.add(name);
    return `Dropped the sandbox \`${name}\`, with its jobs and datasets: ${limitText(this.#limits, limit)}. Raise the limit, or delete sandboxes once you are done with them.`;
  }
}
