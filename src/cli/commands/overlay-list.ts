import { shippedOverlayDir } from "../../simulator/open-document.ts";
import { listOverlays } from "../../spec/overlay/load-overlays.ts";

/** What `batch-sim overlays` prints: one line for each overlay, with its name and what it changes. */
export async function overlayList(): Promise<string> {
  const overlays = await listOverlays(shippedOverlayDir());
  const width = Math.max(...overlays.map(({ name }) => name.length));
  return overlays.map(({ name, title }) => `${name.padEnd(width)}  ${title}\n`).join("");
}
