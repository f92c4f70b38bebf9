import { shippedOverlayDir } from "../../simulator/open-document.ts";
import { listOverlays } from "../../spec/overlay/load-overlays.ts";

/** What `batch-sim overlays` prints: a line each, name and what it makes of the service. */
export async function overlayList(): Promise<string> {
  const overlays = await listOverlays(shippedOverlayDir());
  const width = Math.max(...overlays.map(({ name }) => name.length));
  return overlays.map(({ name, title }) => `${name.padEnd(width)}  ${title}\n`).join("");
}
