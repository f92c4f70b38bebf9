import type { Sandbox } from "../state/sandbox.ts";
import type { SandboxLimits } from "../state/sandbox-limits.ts";

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
