import type { IncomingMessage } from "node:http";
import { CONTROL_PATH } from "../../control/control-path.ts";
import { placedFilePath } from "../../control/verbs/put-file.ts";

/** A request's URL if it is like the signed URL of a placed file. */
export function placedFileUrl({ url = "" }: IncomingMessage): URL | undefined {
  if (!URL.canParse(url, "http://localhost")) return undefined;
  const asked = new URL(url, "http://localhost");
  const isBelow = asked.pathname.startsWith(CONTROL_PATH + placedFilePath(""));
  return isBelow && asked.searchParams.has("signature") ? asked : undefined;
}
