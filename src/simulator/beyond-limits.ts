import type { Sandbox } from "../state/sandbox.ts";
import { limitText, type SandboxLimits } from "../state/sandbox-limits.ts";

/** A sandbox that has no room, and the limit that it exceeds. */
export type Excess = { readonly sandbox: Sandbox; readonly limit: keyof SandboxLimits };

/** Those of stored sandboxes, the least recently used one first, that exceed a limit together with the sandboxes in use. */
export function beyondLimits(
  stored: readonly Sandbox[],
  used: readonly Sandbox[],
  { maxSandboxes, maxBytes, maxDiskBytes }: SandboxLimits,
): readonly Excess[] {
  let count = used.length;
  let bytes = total(used, "byteLength");
  let diskBytes = total(used, "diskBytes");
  let limit: keyof SandboxLimits | undefined;
  const beyond: Excess[] = [];
  for (const sandbox of stored.toReversed()) {
    count++;
    bytes += sandbox.byteLength;
    diskBytes += sandbox.diskBytes;
    if (count > maxSandboxes) limit ??= "maxSandboxes";
    if (bytes > maxBytes) limit ??= "maxBytes";
    if (diskBytes > maxDiskBytes) limit ??= "maxDiskBytes";
    if (limit !== undefined) beyond.push({ sandbox, limit });
  }
  return beyond;
}

function total(sandboxes: readonly Sandbox[], size: "byteLength" | "diskBytes"): number {
  return sandboxes.reduce((sum, { [size]: bytes }) => sum + bytes, 0);
}

/** Maximum number of names to remember; beyond it, a sandbox may be reported again. */
const MAX_NAMES = 10_000;

/** Makes what reports the sandboxes that were dropped for lack of room, each once: one that is too large is dropped after every use. */
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
