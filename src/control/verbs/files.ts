import type { PlacedFile } from "../../state/placed-files.ts";
import type { Scope } from "../host.ts";
import type { FileReport } from "../reports.ts";
import type { ArgumentsOf } from "../verb.ts";
import { milliseconds } from "./clock.ts";

const DEFAULT_LIFE_MS = 3_600_000;

/** Places a file. Its signature comes from the sandbox's key: whoever has neither key nor URL can't make it. */
export function putFile(scope: Scope, args: ArgumentsOf<"putFile">): FileReport {
  const { host, sandbox } = scope;
  const { name, bytes, contentType = typeByName(name), expiresIn } = args;
  const lifeMs = expiresIn === undefined ? DEFAULT_LIFE_MS : milliseconds(expiresIn);
  const expiresAt = sandbox.clock.now() + lifeMs;
  const secret = sandbox.recipe.key ?? sandbox.name;
  const signature = host.digest(JSON.stringify([secret, name, expiresAt, host.digest(bytes)]));
  const file: PlacedFile = { name, bytes, contentType, expiresAt, signature };
  sandbox.files.put(file);
  return { name, url: urlOf(scope, file), byteLength: bytes.byteLength, expiresAt };
}

function urlOf({ host, sandbox }: Scope, { name, expiresAt, signature }: PlacedFile): string {
  const expires = new Date(expiresAt).toISOString();
  const query = new URLSearchParams({ sandbox: sandbox.name, expires, signature });
  return `${host.urls().controlUrl}/files/${encodeURIComponent(name)}?${query}`;
}

function typeByName(name: string): string {
  if (name.endsWith(".csv")) return "text/csv";
  return name.endsWith(".parquet") ? "application/vnd.apache.parquet" : "application/octet-stream";
}
