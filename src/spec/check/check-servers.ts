import type { JsonObject } from "../../core/json.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { basePathOf } from "../base-path.ts";
import { asObjects } from "../document-place.ts";
import type { DocumentProblem } from "./document-problem.ts";

/** Problems with the document's own servers: the path of the first one is the base path. */
export function checkServers(document: JsonObject): DocumentProblem[] {
  if (basePathOf(document) !== undefined) return [];
  const [server] = asObjects(document["servers"]);
  const message = `Expected the first server to be a URL or a path, got ${describeValue(server?.["url"])}. Its variables count with their defaults.`;
  return [{ path: ["servers", 0, "url"], message }];
}
