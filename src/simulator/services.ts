import type { ParquetWorkers } from "../codec/parquet/worker/parquet-workers.ts";
import type { ServerUrls } from "../control/host.ts";
import { originOfUrl } from "../core/urls.ts";
import type { Services } from "../engine/call-context.ts";
import type { Schemas } from "../generate/schemas/schemas.ts";
import type { Settings } from "../options/settings.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import { sha256 } from "./open-sandboxes.ts";
import type { Staging } from "./staging.ts";

/** What the services of a server depend on. */
export type ServicesParts = {
  readonly settings: Settings;
  readonly staging: Staging;
  readonly schemas: Schemas;
  readonly parquet: ParquetWorkers;
  readonly sandboxes: Sandboxes;
  readonly version: string;
  /** The server's URLs, once it listens. */
  readonly urls: () => ServerUrls;
};

/** What a server provides to the engine. */
export function servicesOf(parts: ServicesParts): Services {
  const { settings, staging, schemas, parquet, sandboxes, version } = parts;
  const { maxDownloadBytes, fetchTimeoutMs, maxRows, maxDecodedBytes, output } = settings;
  return {
    server: () => {
      const { controlUrl, ...urls } = parts.urls();
      return { version, ...urls, controlUrl: settings.control ? controlUrl : undefined };
    },
    ownUrl: (url) => ownUrl(url, sandboxes, parts.urls().controlUrl),
    digest: sha256,
    matches: staging.matches,
    schemas,
    requireRoom: (sandbox) => sandboxes.requireRoom(sandbox),
    notice: settings.onNotice,
    readingFor: ({ name }) => ({
      key: name,
      limits: { maxRows, maxDecodedBytes },
      openParquet: (file, limits) => parquet.open(file, limits, name),
    }),
    maxDownloadBytes,
    fetchTimeoutMs,
    ...(output === undefined ? {} : { output }),
  };
}

async function ownUrl(url: string, sandboxes: Sandboxes, controlUrl: string): Promise<string> {
  const asked = URL.canParse(url) ? new URL(url) : undefined;
  if (asked === undefined) return url;
  const { signedFileAt } = await import("../http/control/signed-file.ts");
  if ((await signedFileAt(asked, sandboxes)) === undefined) return url;
  return originOfUrl(controlUrl) + asked.pathname + asked.search;
}
