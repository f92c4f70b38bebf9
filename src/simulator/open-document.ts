import type { JsonObject } from "../core/json.ts";
import { loadBaseDocument } from "./base-document.ts";
import { packageFile } from "./package-file.ts";

/** Where the overlays that ship with this package lie. */
export function shippedOverlayDir(): string {
  return packageFile("overlays");
}

/**
 * The document that a server goes by: the base with overlays applied in order, each a file or a shipped one's name. All that
 * overlays need is loaded only where there are some.
 * @throws {SimulatorError} that names every problem of the overlays, or of the document that they make
 */
export async function openDocument(overlays: readonly string[]): Promise<JsonObject> {
  const base = await loadBaseDocument();
  if (overlays.length === 0) return base;
  const [{ withOverlays }, { USE_CASES }, { CODECS }] = await Promise.all([
    import("../spec/overlay/load-overlays.ts"),
    import("../engine/use-cases.ts"),
    import("../codec/codecs.ts"),
  ]);
  const capabilities = { useCases: USE_CASES, codecs: CODECS };
  return withOverlays(base, overlays, { shippedDir: shippedOverlayDir(), capabilities });
}
