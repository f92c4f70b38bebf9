const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** A number of bytes for people, in powers of 1024 with at most one decimal: `17 bytes`, `1.5 MB`, `1 GB`. */
export function formatBytes(byteCount: number): string {
  let amount = byteCount;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Math.round(amount * 10) / 10} ${byteCount === 1 ? "byte" : UNITS[unit]}`;
}
