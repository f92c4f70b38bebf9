import type { JsonObject } from "../core/json.ts";
import { builtDocument, loadBaseDocument } from "./base-document.ts";
import { packageFile } from "./package-file.ts";

/** Folder of the overlays that ship with this package. */
export function shippedOverlayDir(): string {
  return packageFile("overlays");
}

/** The overlays that options name: that of another API comes first. */
export function overlaysOf({
  api,
  overlays = [],
}: {
  readonly api?: string | undefined;
  readonly overlays?: readonly string[] | undefined;
}): readonly string[] {
  return api === undefined ? overlays : [api, ...overlays];
}

/**
 * The document that a server uses: `openapi.yaml` with overlays applied in order, each a file or the name of a shipped
 * one. The code for overlays is loaded only if there are some.
 * @throws {SimulatorError} that names every problem in the overlays, or in the resulting document
 */
export async function openDocument(overlays: readonly string[]): Promise<JsonObject> {
  const [first, ...others] = overlays;
  const built = first === undefined || others.length > 0 ? undefined : builtDocument(first);
  if (built !== undefined) return built;
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
