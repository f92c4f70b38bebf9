import type { JsonObject, JsonValue } from "../core/json.ts";
import { loadBaseDocument } from "../spec/load.ts";
import type { Operation } from "../spec/operation.ts";
import { asObject, asObjects, findOperation } from "../spec/place.ts";
import { createSpecs } from "../spec/spec.ts";

/** A command that submits the document's own example job, to be copied into a shell. */
export async function curlLine(to: { baseUrl: string; apiKey: string }): Promise<string> {
  const { operations, keyScheme, document } = createSpecs(await loadBaseDocument())({});
  const create = operations.find(({ use }) => use === "createJob");
  if (create === undefined) throw new RangeError("Expected the document to create jobs.");
  const key = [keyScheme.scheme, to.apiKey].filter((part) => part !== "").join(" ");
  const words = [
    "curl",
    // A certificate for tests is rarely one that curl knows.
    ...(to.baseUrl.startsWith("https:") ? ["--insecure"] : []),
    quoted(to.baseUrl + create.path),
    "-H",
    quoted(`${keyScheme.header}: ${key}`),
    "-H",
    quoted(`content-type: ${create.contentTypes[0] ?? ""}`),
    "-d",
    quoted(JSON.stringify(exampleOf(document, create))),
  ];
  return words.join(" ");
}

function exampleOf(document: JsonObject, operation: Operation): JsonValue {
  const body = asObject(findOperation(document, operation.operationId)?.["requestBody"]);
  const media = asObject(asObject(body["content"])[operation.contentTypes[0] ?? ""]);
  const [example] = asObjects(Object.values(asObject(media["examples"])));
  return example?.["value"] ?? {};
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
