import { shippedOverlayDir } from "../../simulator/open-document.ts";
import { listOverlays } from "../../spec/overlay/load-overlays.ts";

/**
 * The output of `batch-sim overlays`: one line for each overlay, with its name and what it changes.
 */
export async function overlayList(): Promise<string> {
  const overlays = await listOverlays(shippedOverlayDir());
  const width = Math.max(...overlays.map(({ name }) => name.length));
  return overlays.map(({ name, title }) => `${name.padEnd(width)}  ${title}\n`).join("");
}
