import type { Spec } from "../../spec/spec.ts";
import { type Address, pathParamsOf } from "./route.ts";

/** Name of the sandbox that signed a URL; undefined for a URL that needs no signature. */
export function signerOf(spec: Spec, address: Address, url: string): string | undefined {
  if (spec.signedOperations.length === 0) return undefined;
  const [pathname = "", search = ""] = url.split("?");
  for (const operation of spec.signedOperations) {
    const path = pathParamsOf(operation, address, pathname);
    if (path === undefined) continue;
    const query = Object.fromEntries(new URLSearchParams(search));
    return String(operation.sandboxOf?.({ path, query, header: {}, body: undefined }));
  }
  return undefined;
}
